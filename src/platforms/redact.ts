import type { CallAnswer, CallRequest } from './call.ts';

const MAX_RAW_CHARACTERS = 500;
/** More than is ever shown, little enough to search through. */
const MAX_READ_CHARACTERS = 20_000;

/** Status and the platform's words, safe to store and to show. */
export function answerWords(answer: CallAnswer): string {
  const words = redact(answer.text.slice(0, MAX_READ_CHARACTERS)).replace(/\s+/g, ' ').trim();
  return `${answer.status} ${words}`.trim().slice(0, MAX_RAW_CHARACTERS);
}

const secretName = /token|secret|password|authorization|jwt|assertion/i;

/** Some platforms quote the request they refuse; what we sent in confidence is cut out word for word. */
export function withoutSent(text: string, { url, headers, form, json }: CallRequest): string {
  const named = [
    ...Object.entries(headers ?? {}),
    ...Object.entries(form ?? {}),
    ...new URL(url).searchParams,
    ...(json !== null && typeof json === 'object' ? Object.entries(json) : []),
  ];
  let clean = text;
  for (const [name, value] of named) {
    if (!secretName.test(name) || typeof value !== 'string') continue;
    const secret = value.replace(/^(Bearer|Basic|OAuth|DPoP) /i, '');
    if (secret.length >= 6) clean = clean.replaceAll(secret, '[removed]');
  }
  return clean;
}

function redact(text: string): string {
  return text
    .replace(/\b(Bearer|Basic|OAuth|DPoP) +[\w.~+/=-]{8,}/gi, '$1 [removed]')
    .replace(/("[^"]*(?:token|secret|password|jwt)[^"]*"\s*:\s*")[^"]+/gi, '$1[removed]')
    .replace(/((?:token|secret|password|jwt)\w*=)[^\s&"']+/gi, '$1[removed]')
    .replace(/\beyJ[\w-]+\.[\w.-]+/g, '[removed]')
    .replace(/\b[a-z2-7]{4}(?:-[a-z2-7]{4}){3}\b/g, '[removed]')
    .replace(/[\w-]{40,}/g, (run) => (/\d/.test(run) && /[a-z]/i.test(run) ? '[removed]' : run));
}
