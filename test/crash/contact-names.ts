/** Names of contacts: the same in every run of a flow, whatever ids and moments it has. */

export const isClaim = (sql: string) => /busy_until = [^,0]+, busy_by = /.test(sql);
export const isRead = (sql: string) => /^\s*select/i.test(sql);

const firstWords = (sql: string) => sql.trim().split(/\s+/).slice(0, 3).join(' ').toLowerCase();

/** What a statement does to the delivery, told by what it touches and what it was given. */
export function diskName(sql: string, values: readonly unknown[]): string {
  if (isClaim(sql)) return 'claim';
  if (/insert into steps/.test(sql)) return `step ${stepOf(values)}`;
  if (/\bpublished_at\b/.test(sql)) return `settle ${stateOf(values)}`;
  if (/busy_until = 0/.test(sql)) return 'free';
  if (/busy_until = /.test(sql)) return 'renew';
  return firstWords(sql);
}

/** A transaction is named by what it is about; that it also renews a lease or frees an account goes without saying. */
export function nameOfAll(names: readonly string[], sql: string): string {
  const told = [...new Set(names)];
  const weighty = told.filter((name) => /^(claim|step|settle)/.test(name));
  return (weighty.length > 0 ? weighty : told).join(' + ') || sql;
}

const stepStates = ['begun', 'asking', 'done', 'public', 'refused'];
function stepOf(values: readonly unknown[]): string {
  const at = values.findIndex((value) => stepStates.includes(String(value)));
  if (at > 0) return `${values[at - 1]} ${values[at]}`;
  return fieldsOf(values, 'name', 'state');
}

const deliveryStates = ['pending', 'publishing', 'published', 'failed', 'unconfirmed', 'canceled'];
/** PostgreSQL is given a column of many rows as one array: `{"published","failed"}`. */
const stateOf = (values: readonly unknown[]) =>
  values
    .map((value) =>
      String(value)
        .replaceAll(/^\{|\}$|"/g, '')
        .split(','),
    )
    .find((words) => words.every((word) => deliveryStates.includes(word)))
    ?.join(' + ') ?? '';

/** Rows that came as one JSON text. */
function fieldsOf(values: readonly unknown[], ...names: string[]): string {
  const json = values.find((value) => typeof value === 'string' && value.startsWith('['));
  const rows = JSON.parse(String(json ?? '[]')) as Record<string, unknown>[];
  return rows.map((row) => names.map((name) => row[name]).join(' ')).join(' + ');
}

/** Which request it is where one address serves for several. */
const tellingParameters = ['action', 'command', 'upload_phase'];

export function wireName(method: string | undefined, url: URL): string {
  const [, , ...segments] = url.pathname.split('/');
  const path = segments.map((segment) =>
    /^(v?\d{1,2}(\.\d)?|[a-z][a-z_.-]*)$/i.test(segment) ? segment : '*',
  );
  const told = tellingParameters.flatMap((name) => url.searchParams.get(name) ?? []);
  return ['wire', method ?? 'GET', path.join('/'), ...told].join(' ');
}

/** Asking while a platform works: how often varies from run to run. */
const isQuestion = (name: string) => name.startsWith('wire GET') || /status/.test(name);

/**
 * What to strike at, from what a run went through. What is sent is struck each time; questions, and what sleeping
 * between two of them writes, at their first and second time: the last one is followed by a contact with a name of its own.
 * A lease's renewal comes by the clock and is always among them.
 */
export function planContacts(recorded: readonly string[]): string[] {
  const planned = [...new Set(recorded)].filter((numbered) => {
    const [name = '', number = '1'] = numbered.split(' #');
    return (
      !name.startsWith('disk renew') &&
      (Number(number) <= 2 || (name.startsWith('wire') && !isQuestion(name)))
    );
  });
  return [...planned, 'disk renew #1'];
}
