import { mediaReasonEn } from './media-reasons.ts';
import type { Translated } from './message-entry.ts';
import type { ofRequests } from './messages-of-requests.ts';

export const translatedRequests: Record<keyof typeof ofRequests, Translated> = {
  upload_refused: {
    en: (f) => `The file was refused: ${mediaReasonEn(f)}`,
    dann: () =>
      'Ein Bild als JPEG, PNG, WebP, GIF, AVIF oder TIFF hochladen, ein Video als MP4, MOV, WebM, MKV oder 3GP.',
  },
  file_in_use: {
    en: () => 'A post still needs this file',
    dann: () => 'Den Post absagen oder bis eine Woche nach der Veröffentlichung warten.',
  },
  invalid_request: {
    en: () => 'This request is not valid',
    dann: () => 'Die Angaben berichtigen.',
    remedy: () => 'Correct what was entered.',
  },
  unauthenticated: {
    en: () => 'You are not signed in',
    dann: () => 'Bitte anmelden.',
    remedy: () => 'Please sign in.',
  },
  forbidden: {
    en: () => 'Your role does not allow this',
    dann: () => 'Einen Inhaber des Arbeitsbereichs fragen.',
  },
  too_large: { en: () => 'The request is too large', dann: () => 'Weniger auf einmal senden.' },
  not_found: {
    en: () => 'Not found',
    dann: () => 'Vielleicht wurde es inzwischen gelöscht: die Seite neu laden.',
    remedy: () => 'It may have been deleted in the meantime: reload the page.',
  },
  conflict: {
    en: () => 'This has changed in the meantime',
    dann: () => 'Den jetzigen Stand ansehen und noch einmal versuchen.',
    remedy: () => 'Look at how it stands now, and try again.',
  },
  post_invalid: {
    en: () => 'The post cannot go out like this',
    dann: () => 'Die genannten Punkte berichtigen.',
  },
  too_many_requests: {
    en: (f) => `Too many requests, please wait ${f('seconds')} s`,
    dann: (f) => `${f('seconds')} Sekunden warten, dann noch einmal versuchen.`,
    remedy: (f) => `Wait ${f('seconds')} seconds, then try again.`,
  },
  connect_refused: {
    en: (f) =>
      f('by') === 'password'
        ? `${f('platform')} does not take these credentials`
        : `${f('platform')} refused the connection`,
    dann: (f) =>
      f('by') === 'password'
        ? 'Die Eingaben prüfen (ein App-Passwort, nicht das des Kontos selbst) und noch einmal versuchen.'
        : 'Noch einmal beginnen und alles erlauben, worum gebeten wird.',
  },
  connect_expired: {
    en: () => 'This sign-in has expired or was used already',
    dann: () => 'Den Account noch einmal verbinden.',
  },
  connect_no_account: {
    en: (f) => `This sign-in reaches no account at ${f('platform')}`,
    dann: () => 'Mit einem Nutzer anmelden, der Seite, Kanal oder Standort verwaltet, und Zugriff erlauben.',
  },
  already_member: {
    en: () => 'You are a member of this workspace already',
    dann: () => 'Den Arbeitsbereich oben im Menü wählen.',
  },
  email_taken: {
    en: () => 'Somebody with this e-mail address is here already',
    dann: () => 'Anmelden und den Link noch einmal öffnen, oder eine andere E-Mail-Adresse nehmen.',
  },
  last_owner: {
    en: () => 'A workspace needs at least one owner',
    dann: () => 'Zuerst jemand anderen zum Inhaber machen.',
  },
  link_invalid: {
    en: () => 'This link is not valid, was used already or has expired',
    dann: () => 'Um einen neuen Link bitten.',
  },
  password_wrong: {
    en: () => 'The password is wrong',
    dann: () => 'Das jetzige Passwort noch einmal eingeben.',
  },
  internal: {
    en: () => 'Something went wrong on the server',
    dann: () => 'Noch einmal versuchen. Bleibt es so, steht der Grund im Protokoll des Servers.',
    remedy: () => 'Try again. If it stays like this, the log of the server tells why.',
  },
};
