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
};

type Fact = (name: string) => string;

export function mediaReason(fact: Fact): string {
  return (
    typeReason(fact, 'Dateityp', 'möglich ist') ?? reasonIn(words, fact) ?? 'von der Plattform abgelehnt'
  );
}

export function mediaReasonEn(fact: Fact): string {
  return typeReason(fact, 'file type', 'possible is') ?? reasonIn(english, fact) ?? 'the platform refused it';
}

function typeReason(fact: Fact, typeWord: string, possible: string): string | null {
  const [type, allowed] = [fact('type'), fact('types')];
  if (fact('reason') !== 'unsupported_type' || type === '?') return null;
  return allowed === '?' ? `${typeWord} ${type}` : `${typeWord} ${type}, ${possible} ${allowed}`;
}

function reasonIn(catalogue: Readonly<Record<string, string>>, fact: Fact): string | null {
  const reason = fact('reason');
  return reason === '?' ? null : (catalogue[reason] ?? reason.replace(/^http_/, 'HTTP '));
}
