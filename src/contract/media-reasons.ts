/** Why a medium cannot be used, in words. A reason that is not listed stands as it is: a platform's own code. */
const words: Readonly<Record<string, string>> = {
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
};

export function mediaReason(fact: (name: string) => string): string {
  const reason = fact('reason');
  const [type, allowed] = [fact('type'), fact('types')];
  if (reason === 'unsupported_type' && type !== '?') {
    return allowed === '?' ? `Dateityp ${type}` : `Dateityp ${type}, möglich ist ${allowed}`;
  }
  if (reason === '?') return 'von der Plattform abgelehnt';
  return words[reason] ?? reason.replace(/^http_/, 'HTTP ');
}
