const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that has been escaped already; everything else is text. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Fragment = Html | string | number | null | false | readonly Fragment[];

/** Every value is escaped on its way in; there is no way to insert raw text by accident. */
export function html(strings: TemplateStringsArray, ...values: readonly Fragment[]): Html {
  return new Html(strings.reduce((out, part, index) => out + render(values[index - 1] ?? null) + part));
}

function render(value: Fragment): string {
  if (value === null || value === false) return '';
  if (value instanceof Html) return value.markup;
  if (typeof value === 'object') return value.map(render).join('');
  return String(value).replace(/[&<>"']/g, (letter) => entities[letter] ?? letter);
}
