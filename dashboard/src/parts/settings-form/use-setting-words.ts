import { useMemo } from 'react';
import type { Language } from '../../../../src/contract/api/endpoint.ts';
import { settingsForm as de } from '../../words/de/settings-form.ts';
import { settingsForm as en } from '../../words/en/settings-form.ts';
import { useLanguage } from '../../words/index.tsx';
import type { SettingsFormWords } from '../../words/words.ts';

const catalogues: Record<Language, SettingsFormWords> = { de, en };

/** A setting that the catalogue does not know yet still reads like words: `board_section_id` → "Board section id". */
export function humanise(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names, hints and values of settings; what a platform calls its own way comes before the common word. */
export function useSettingWords(platform: string) {
  const { language } = useLanguage();
  return useMemo(() => {
    const t = catalogues[language];
    const fields: Readonly<Record<string, string>> = t.fields;
    const hints: Readonly<Record<string, string>> = t.hints;
    const values: Readonly<Record<string, string>> = t.values;
    const names = new Intl.DisplayNames([language], { type: 'language' });
    const last = (path: string) => path.split('.').at(-1) ?? path;
    return {
      t,
      label: (path: string): string =>
        fields[`${platform}.${path}`] ?? fields[path] ?? fields[last(path)] ?? humanise(last(path)),
      hint: (path: string): string | undefined => hints[`${platform}.${path}`] ?? hints[path],
      /** Null: the catalogue has no word for it. */
      value: (path: string, value: string): string | null =>
        values[`${platform}.${path}.${value}`] ?? values[value] ?? null,
      language: (code: string): string => {
        try {
          return names.of(code) ?? code;
        } catch {
          return code;
        }
      },
    };
  }, [platform, language]);
}

export type SettingWords = ReturnType<typeof useSettingWords>;

/** Offered first; any other code can be typed. */
export const commonLanguages = [
  ...['de', 'en', 'fr', 'es', 'it', 'nl', 'pt', 'pt-BR', 'pl', 'tr', 'ru', 'uk', 'cs', 'da', 'sv', 'nb'],
  ...['fi', 'hu', 'ro', 'bg', 'el', 'hr', 'sk', 'sl', 'ar', 'he', 'hi', 'ja', 'ko', 'zh', 'id', 'vi', 'th'],
];
