/** Why a medium cannot be used, in words. A reason that is not listed stands as it is: a platform's own code. */
const words = {
  bad_url: 'keine gültige Adresse',
  bad_scheme: 'nur http und https sind möglich',
  bad_port: 'gesperrter Port',
  credentials_in_url: 'Zugangsdaten in der Adresse',
  private_address: 'die Adresse ist nicht öffentlich',
  too_many_redirects: 'zu viele Weiterleitungen',
  too_large: 'die Datei ist zu groß',
  wrong_size: 'Maße oder Seitenverhältnis passen nicht',
  INVALID_ASPEC_RATIO: 'das Seitenverhältnis passt nicht',
  INVALID_FRAME_RATE: 'die Bildrate passt nicht',
  INVALID_DURATION: 'die Länge passt nicht',
  file_format_check_failed: 'das Dateiformat wird nicht unterstützt',
  duration_check_failed: 'die Länge des Videos ist nicht erlaubt',
  frame_rate_check_failed: 'die Bildrate ist nicht erlaubt',
  picture_size_check_failed: 'die Bildmaße sind nicht erlaubt (kürzere Seite höchstens 1080 Pixel)',
  photo_pull_failed: 'die Plattform konnte die Datei nicht abrufen',
  video_pull_failed: 'die Plattform konnte die Datei nicht abrufen',
  conversion: 'das Video ließ sich nicht umwandeln',
  invalidFile: 'die Datei ist kein lesbares Video',
  emptyFile: 'die Datei ist leer',
  tooSmall: 'die Datei ist zu klein',
  codec: 'der Codec wird nicht unterstützt',
  uploadAborted: 'die Übertragung brach ab',
  length: 'das Video ist zu lang für diesen Kanal',
  too_small: 'die Datei ist zu klein',
  broken_picture: 'die Datei ist kein lesbares Bild',
  broken_film: 'die Datei ist kein lesbares Video',
  file_gone: 'die Datei wurde gelöscht',
  storage: 'der Dateispeicher antwortet nicht',
  too_many_pixels: 'das Bild hat zu viele Bildpunkte',
  unsupported_type: 'der Dateityp wird nicht unterstützt',
  unsupported_encoding: 'die Datei wird komprimiert ausgeliefert',
  changed: 'die Datei hat sich während des Hochladens geändert',
  out_of_range: 'die Datei ist kürzer als angekündigt',
  wrong_range: 'der Server liefert einen anderen Teil der Datei als erbeten',
  cut_off: 'die Übertragung brach ab',
  timeout: 'der Server antwortet zu langsam',
  dns: 'der Servername ist unbekannt',
  connection_refused: 'der Server nimmt keine Verbindung an',
  connection_reset: 'der Server hat die Verbindung getrennt',
  no_route: 'der Server ist nicht erreichbar',
  no_answer: 'der Server antwortet nicht',
  tls: 'die verschlüsselte Verbindung kam nicht zustande',
  encoding_failure: 'das Video ließ sich nicht umwandeln',
  validation_failure: 'das Video ist ungültig',
  processing_failed: 'die Verarbeitung ist fehlgeschlagen',
  InvalidMimeType: 'der Dateityp wird nicht unterstützt',
  1363024: 'das Dateiformat wird nicht unterstützt',
  1363040: 'das Seitenverhältnis passt nicht',
  1363127: 'die Auflösung passt nicht',
  1363128: 'die Länge passt nicht',
  1363129: 'die Bildrate passt nicht',
  1366046: 'das Bild ist zu groß oder das Dateiformat wird nicht unterstützt',
} as const;

const english: Readonly<Record<keyof typeof words, string>> = {
  bad_url: 'not a valid address',
  bad_scheme: 'only http and https are possible',
  bad_port: 'blocked port',
  credentials_in_url: 'credentials in the address',
  private_address: 'the address is not public',
  too_many_redirects: 'too many redirects',
  too_large: 'the file is too large',
  wrong_size: 'dimensions or aspect ratio do not fit',
  INVALID_ASPEC_RATIO: 'the aspect ratio does not fit',
  INVALID_FRAME_RATE: 'the frame rate does not fit',
  INVALID_DURATION: 'the duration does not fit',
  file_format_check_failed: 'the file format is not supported',
  duration_check_failed: 'the duration of the video is not allowed',
  frame_rate_check_failed: 'the frame rate is not allowed',
  picture_size_check_failed: 'the dimensions are not allowed (shorter side at most 1080 pixels)',
  photo_pull_failed: 'the platform could not fetch the file',
  video_pull_failed: 'the platform could not fetch the file',
  conversion: 'the video could not be converted',
  invalidFile: 'the file is no readable video',
  emptyFile: 'the file is empty',
  tooSmall: 'the file is too small',
  codec: 'the codec is not supported',
  uploadAborted: 'the transfer broke off',
  length: 'the video is too long for this channel',
  too_small: 'the file is too small',
  broken_picture: 'the file is no readable image',
  broken_film: 'the file is no readable video',
  file_gone: 'the file was deleted',
  storage: 'the file storage does not answer',
  too_many_pixels: 'the image has too many pixels',
  unsupported_type: 'the file type is not supported',
  unsupported_encoding: 'the file is delivered compressed',
  changed: 'the file changed while it was uploaded',
  out_of_range: 'the file is shorter than announced',
  wrong_range: 'the server delivers another part of the file than was asked for',
  cut_off: 'the transfer broke off',
  timeout: 'the server answers too slowly',
  dns: 'the server name is unknown',
  connection_refused: 'the server takes no connection',
  connection_reset: 'the server dropped the connection',
  no_route: 'the server cannot be reached',
  no_answer: 'the server does not answer',
  tls: 'no encrypted connection could be made',
  encoding_failure: 'the video could not be converted',
  validation_failure: 'the video is not valid',
  processing_failed: 'processing failed',
  InvalidMimeType: 'the file type is not supported',
  1363024: 'the file format is not supported',
  1363040: 'the aspect ratio does not fit',
  1363127: 'the resolution does not fit',
  1363128: 'the length does not fit',
  1363129: 'the frame rate does not fit',
  1366046: 'the picture is too large, or its file format is not supported',
};

type Fact = (name: string) => string;

export function mediaReason(fact: Fact): string {
  return numbersReason(fact, german) ?? reasonIn(words, fact) ?? 'von der Plattform abgelehnt';
}

export function mediaReasonEn(fact: Fact): string {
  return numbersReason(fact, inEnglish) ?? reasonIn(english, fact) ?? 'the platform refused it';
}

/** The sentences of reasons that carry numbers or names of their own. */
interface Sentences {
  readonly type: string;
  readonly possible: string;
  readonly kinds: Readonly<Record<string, string>>;
  readonly mislabelled: (promised: string, type: string) => string;
  readonly moving: (type: string) => string;
  readonly ratio: (shape: string, measures: string, min: string, max: string) => string;
  readonly pixels: (measures: string, min: string) => string;
  readonly length: (seconds: string, min: string, max: string) => string;
}

const german: Sentences = {
  type: 'Dateityp',
  possible: 'möglich ist',
  kinds: { image: 'ein Bild', video: 'ein Video' },
  mislabelled: (promised, type) => `der Name verspricht ${promised}, der Inhalt ist ${type}`,
  moving: (type) => `ein bewegtes Bild (${type}) würde dort stehen bleiben`,
  ratio: (shape, measures, min, max) =>
    `Seitenverhältnis ${shape} (${measures}), möglich ist ${min} bis ${max}`.replace(/(\d)\.(\d)/g, '$1,$2'),
  pixels: (measures, min) => `${measures} Bildpunkte, nötig sind mindestens ${min} je Seite`,
  length: (seconds, min, max) =>
    `${seconds} Sekunden lang, möglich sind ${min} bis ${max}`.replace(/(\d)\.(\d)/g, '$1,$2'),
};

const inEnglish: Sentences = {
  type: 'file type',
  possible: 'possible is',
  kinds: { image: 'an image', video: 'a video' },
  mislabelled: (promised, type) => `the name promises ${promised}, the content is ${type}`,
  moving: (type) => `a moving image (${type}) would stand still there`,
  ratio: (shape, measures, min, max) => `aspect ratio ${shape} (${measures}), possible is ${min} to ${max}`,
  pixels: (measures, min) => `${measures} pixels, at least ${min} are needed on each side`,
  length: (seconds, min, max) => `${seconds} seconds long, possible are ${min} to ${max}`,
};

function numbersReason(fact: Fact, say: Sentences): string | null {
  const [type, allowed] = [fact('type'), fact('types')];
  const measures = `${fact('width')} × ${fact('height')}`;
  switch (fact('reason')) {
    case 'unsupported_type':
      if (type === '?') return null;
      return allowed === '?' ? `${say.type} ${type}` : `${say.type} ${type}, ${say.possible} ${allowed}`;
    case 'mislabelled':
      return say.mislabelled(say.kinds[fact('promised')] ?? '?', type);
    case 'moving_picture':
      return say.moving(type);
    case 'wrong_ratio':
      return say.ratio(fact('ratio'), measures, fact('min_ratio'), fact('max_ratio'));
    case 'too_few_pixels':
      return say.pixels(measures, fact('min'));
    case 'wrong_length':
      return say.length(fact('seconds'), fact('min_seconds'), fact('max_seconds'));
    default:
      return null;
  }
}

function reasonIn(catalogue: Readonly<Record<string, string>>, fact: Fact): string | null {
  const reason = fact('reason');
  if (reason === '?') return null;
  // Meta's "code/subcode": the subcode tells, and a number that we have no words for tells people nothing.
  const [, subcode = ''] = /^\d+(?:\/(\d+))?$/.exec(reason) ?? [];
  const said = catalogue[reason] ?? catalogue[subcode];
  return said ?? (/^\d/.test(reason) ? null : reason.replace(/^http_/, 'HTTP '));
}

/** What to do about a medium that we could not make fit, for the agent. */
export function mediaAdvice(fact: Fact): string {
  switch (fact('reason')) {
    case 'wrong_ratio':
      return `Crop or pad it so that width divided by height is ${fact('min_ratio')} to ${fact('max_ratio')}; nothing is cropped by itself.`;
    case 'moving_picture':
      return 'Send it as a video, or send a still picture.';
    case 'too_few_pixels':
      return `Both sides need at least ${fact('min')} pixels.`;
    case 'wrong_length':
      return `Cut it to ${fact('min_seconds')} to ${fact('max_seconds')} seconds.`;
    default:
      return '';
  }
}
