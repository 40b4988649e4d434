/** Whether a text read back is the one sent: line ends and outer blanks are the platform's own business. */
export function isSameText(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').trim().normalize('NFC');
}
