import type { Problem } from '../../../../src/contract/api/endpoint.ts';
import { useProblemText } from '../../parts/problem-text.tsx';
import { useSettingWords } from '../../parts/settings-form/use-setting-words.ts';
import { useWords } from '../../words/index.tsx';

/** The catalogue speaks to agents too and names their fields; here the same is said of what is on the screen. */
export function useComposeProblem() {
  const t = useWords().compose;
  const types = useWords().general.postTypes;
  const common = useProblemText();
  const label = useSettingLabel();
  const says: Readonly<Record<string, string>> = t.says;
  const next: Readonly<Record<string, string>> = t.next;
  const expected: Readonly<Record<string, string>> = t.expected;
  return (problem: Problem): { says: string; next: string } => {
    const facts: Record<string, unknown> = { ...problem.facts };
    const { field, setting } = facts;
    const platform = problem.platform ?? '';
    if (typeof field === 'string') facts.field = fieldWords(field, t, (path) => label(platform, path));
    if (typeof setting === 'string') facts.setting = label(platform, setting);
    if (typeof facts.expected === 'string') facts.expected = expected[facts.expected] ?? facts.expected;
    if (typeof facts.post_type === 'string') {
      facts.post_type = types[facts.post_type as keyof typeof types] ?? facts.post_type;
    }
    const words = common({ ...problem, facts });
    if (problem.code === 'post_type_unsupported' && Array.isArray(facts.supported)) {
      const kinds = facts.supported.map((type: keyof typeof types) => types[type] ?? type);
      return { says: words.says, next: t.supported(kinds.join(', ')) };
    }
    return { says: says[problem.code] ?? words.says, next: next[problem.code] ?? words.next };
  };
}

/** The same words as in the form, whichever platform is meant. */
function useSettingLabel() {
  const any = useSettingWords('');
  const fields: Readonly<Record<string, string>> = any.t.fields;
  return (platform: string, path: string): string => fields[`${platform}.${path}`] ?? any.label(path);
}

type Words = ReturnType<typeof useWords>['compose'];

/** `media_urls[1]`, `media.1.alt`, `texts.bluesky`, `settings.article` … → what the reader sees. */
function fieldWords(field: string, t: Words, label: (path: string) => string): string {
  const [, index] = /^(?:media_urls\[|media\.)(\d+)/.exec(field) ?? [];
  if (index !== undefined) {
    const number = String(Number(index) + 1);
    return field.endsWith('alt') ? t.fields.altOf(number) : t.fields.mediumOf(number);
  }
  if (field === 'cover_url') return t.fields.cover;
  if (field === 'text' || field.startsWith('texts.')) return t.fields.text;
  return label(field.replace(/^settings\./, ''));
}
