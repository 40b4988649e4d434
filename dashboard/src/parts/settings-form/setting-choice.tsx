import { Loader, Select } from '@mantine/core';
import type { SettingFieldProps } from './setting-field.tsx';
import { commonLanguages } from './use-setting-words.ts';

/** A setting with a list of values: the schema's own, the platform's answer, or languages. */
export function SettingChoice({
  field,
  value,
  fallback,
  onChange,
  words,
  choicesLoading,
  common,
  asked,
}: SettingFieldProps & {
  common: Record<string, unknown>;
  asked: readonly { value: string; label: string }[] | undefined;
}) {
  const { path, kind, schema } = field;
  const name = (one: string) =>
    kind === 'language'
      ? words.language(one)
      : (words.value(path, one) ?? asked?.find((choice) => choice.value === one)?.label ?? one);
  const offered =
    asked?.map((choice) => choice.value) ??
    (kind === 'language' ? commonLanguages : (schema.enum ?? []).map(String));
  const chosen = typeof value === 'string' ? value : null;
  // What was chosen once stays visible even where the platform no longer offers it.
  const values = chosen !== null && !offered.includes(chosen) ? [chosen, ...offered] : offered;
  const loading = choicesLoading && !asked && kind === 'text';
  return (
    <Select
      {...common}
      data={[...new Set(values)].map((one) => ({ value: one, label: name(one) }))}
      value={chosen}
      placeholder={
        loading
          ? words.t.asking
          : typeof fallback === 'string'
            ? words.t.standard(name(fallback))
            : words.t.choose
      }
      searchable={values.length > 5}
      clearable={chosen !== null}
      clearButtonProps={{ 'aria-label': words.t.clear }}
      nothingFoundMessage={words.t.nothingFound}
      rightSection={loading ? <Loader size={14} /> : undefined}
      allowDeselect={false}
      onChange={(next) => onChange(next === null || next === fallback ? undefined : next)}
    />
  );
}
