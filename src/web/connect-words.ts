import type { Connected } from '../accounts/finish-connect.ts';
import { message, nextAction } from '../contract/messages.ts';
import type { PostboteError } from '../errors.ts';
import { escapeHtml, page } from './send-page.ts';

type Language = 'de' | 'en';

const words = {
  de: {
    connected: 'Verbunden.',
    pick: 'Welche Accounts?',
    pickText: 'Diese Anmeldung erreicht mehrere. Wähle die, für die Postbote posten darf.',
    connect: 'Verbinden',
    notConnected: 'Nicht verbunden.',
    said: 'Die Plattform sagt:',
    back: 'Zurück zu den Accounts',
  },
  en: {
    connected: 'Connected.',
    pick: 'Which accounts?',
    pickText: 'This login reaches several. Pick those that Postbote may post to.',
    connect: 'Connect',
    notConnected: 'Not connected.',
    said: 'The platform said:',
    back: 'Back to the accounts',
  },
} as const;

const back = (language: Language) => `<p><a href="/accounts">${words[language].back}</a></p>`;

export function donePage(connected: Extract<Connected, { done: true }>, language: Language): string {
  const t = words[language];
  const names = connected.names.map((name) => `<li>${escapeHtml(name)}</li>`).join('');
  const body = `<p class="runs">${t.connected}</p><h1>${escapeHtml(connected.platform)}</h1><ul>${names}</ul>`;
  return page(t.connected, body + back(language), language);
}

export function pickPage(
  connected: Extract<Connected, { choices: unknown }>,
  state: string,
  language: Language,
): string {
  const t = words[language];
  const rows = connected.choices
    .map(({ externalId, name, username }) => {
      const handle = username ? ` (@${escapeHtml(username)})` : '';
      const box = `<input type="checkbox" name="account" value="${escapeHtml(externalId)}" checked>`;
      return `<p><label>${box} ${escapeHtml(name)}${handle}</label></p>`;
    })
    .join('');
  return page(
    t.pick,
    `<h1>${t.pick}</h1><p>${t.pickText}</p>
<form method="post" action="?state=${encodeURIComponent(state)}">${rows}<p><button>${t.connect}</button></p></form>`,
    language,
  );
}

export function problemPage(error: PostboteError, language: Language): string {
  const t = words[language];
  const said = error.raw ? `<p>${t.said} <code>${escapeHtml(error.raw)}</code></p>` : '';
  return page(
    t.notConnected,
    `<p class="runs">${t.notConnected}</p><h1>${escapeHtml(message(error.code, error.facts, language))}</h1>
<p>${escapeHtml(nextAction(error.code, error.facts, language))}</p>${said}${back(language)}`,
    language,
  );
}
