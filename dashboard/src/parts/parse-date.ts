/** Both languages at once, by the first three letters. */
const months = [
  'jan',
  'feb',
  'mar|mär|mrz',
  'apr',
  'may|mai',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct|okt',
  'nov',
  'dec|dez',
];

/**
 * A date as people type it, always day before month: `24.12.2027`, `24.12.`, `24/12/27`, `24 Dec 2027`, `2027-12-24`.
 * Without a year it is the next such day from `today` on. Null: none that exists.
 */
export function parseDate(text: string, today: string): string | null {
  const given = text.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(given);
  if (iso) return existing(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [, day, number, word, year] =
    /^(\d{1,2})(?:[./-]\s*(\d{1,2})|\.?\s*(\p{L}{3,})\.?)[./-]?\s*(\d{2}|\d{4})?$/u.exec(given) ?? [];
  if (day === undefined) return null;
  const month = word
    ? months.findIndex((names) => names.split('|').includes(word.slice(0, 3))) + 1
    : Number(number);
  if (year !== undefined) return existing(Number(year.padStart(4, '20')), month, Number(day));
  const [thisYear = 0] = today.split('-').map(Number);
  const date = existing(thisYear, month, Number(day));
  return date !== null && date >= today ? date : existing(thisYear + 1, month, Number(day));
}

function existing(year: number, month: number, day: number): string | null {
  const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');
  const date = `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
  const at = Date.parse(`${date}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date) ? date : null;
}
