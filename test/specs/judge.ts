import type { SentRequest } from '../contract/record-requests.ts';
import { type Exception, exceptions } from './exceptions.ts';
import type { Spec } from './spec.ts';

export interface Judgement {
  readonly operation: string;
  readonly is: 'validated' | 'exception' | 'wrong' | 'no spec';
  readonly problems: readonly string[];
  readonly excused: readonly Exception[];
}

/** One request against all descriptions of its platform. */
export function judge(specs: readonly Spec[] | undefined, request: SentRequest): Judgement {
  const address = request.url.split('?')[0] ?? '';
  // Names of single posts and uploads make no operation of their own.
  const plain = `${request.method} ${address.replace(/(?<=\/)(urn[^/]+|\d{5,}[^/]*|D4[\w-]{15,})/g, '…')}`;
  if (!specs) return { operation: plain, is: 'no spec', problems: [], excused: [] };
  const found = specs.map((spec) => spec.check(request)).find(({ operation }) => operation !== null);
  const known = exceptions.filter(
    (one) => one.platform === request.platform && one.method === request.method && one.url.test(address),
  );
  if (!found) {
    const excused = known.filter(({ problem }) => problem === undefined);
    if (excused.length > 0) return { operation: plain, is: 'exception', problems: [], excused };
    return { operation: plain, is: 'wrong', problems: ['no such address and method'], excused };
  }
  const excuseOf = (problem: string) => known.find((one) => one.problem?.test(problem));
  const problems = found.problems.filter((one) => !excuseOf(one));
  const excused = found.problems.map(excuseOf).filter((one) => one !== undefined);
  const is = problems.length > 0 ? 'wrong' : excused.length > 0 ? 'exception' : 'validated';
  return { operation: String(found.operation), is, problems, excused };
}
