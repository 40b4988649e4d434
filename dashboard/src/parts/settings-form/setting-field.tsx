import { MultiSelect, Switch, TagsInput, TextInput } from '@mantine/core';
import type { Choices } from './index.tsx';
import type { Field } from './read-schema.ts';
import { SettingChoice } from './setting-choice.tsx';
import { SettingGroup } from './setting-group.tsx';
import { commonLanguages, type SettingWords } from './use-setting-words.ts';

export interface SettingFieldProps {
  readonly field: Field;
  readonly value: unknown;
  readonly fallback: unknown;
  /** `undefined`: back to the fallback. */
  onChange(value: unknown): void;
  readonly words: SettingWords;
  readonly choices: Choices | undefined;
  readonly choicesLoading: boolean;
  readonly disabled: boolean;
  readonly errors: Readonly<Record<string, string>>;
  readonly markMissing: boolean;
}

const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const asList = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

/** One setting, in the control that suits its type. */
export function SettingField(props: SettingFieldProps) {
  const { field, value, fallback, onChange, words, disabled } = props;
  const { kind, schema, path } = field;
  if (kind === 'fixed') return null;
  if (kind === 'group') return <SettingGroup {...props} />;

  const missing = field.required && props.markMissing && (value ?? fallback ?? '') === '';
  const common = {
    label: words.label(path),
    description: words.hint(path),
    disabled,
    error: props.errors[path] ?? (missing ? words.t.missing : undefined),
    withAsterisk: field.required,
  };
  const asked = props.choices?.[path];
  if (kind === 'choice' || kind === 'language' || asked || (kind === 'text' && isAsked(props))) {
    return <SettingChoice {...props} common={common} asked={asked} />;
  }
  switch (kind) {
    case 'switch':
      return (
        <Switch
          label={common.label}
          description={common.description}
          error={common.error}
          disabled={disabled}
          checked={(value ?? fallback ?? false) === true}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked === (fallback ?? false) ? undefined : checked)
          }
        />
      );
    case 'number':
      return (
        <TextInput
          {...common}
          type="number"
          inputMode="numeric"
          value={asText(value)}
          placeholder={asText(fallback)}
          step={schema.type === 'integer' ? 1 : 'any'}
          min={schema.minimum}
          max={schema.maximum}
          onChange={({ currentTarget: { value: next } }) =>
            onChange(next === '' || Number.isNaN(Number(next)) ? undefined : Number(next))
          }
        />
      );
    case 'list':
      return (
        <TagsInput
          {...common}
          value={asList(value)}
          placeholder={asList(value).length > 0 ? '' : asList(fallback).join(', ') || words.t.listHint}
          acceptValueOnBlur
          clearable
          splitChars={[',']}
          {...(schema.maxItems !== undefined && { maxTags: schema.maxItems })}
          onChange={(next) => onChange(next.length > 0 ? next : undefined)}
        />
      );
    case 'languages':
      return (
        <MultiSelect
          {...common}
          value={asList(value)}
          placeholder={asList(value).length > 0 ? '' : asList(fallback).map(words.language).join(', ')}
          data={[...new Set([...asList(value), ...commonLanguages])].map((code) => ({
            value: code,
            label: words.language(code),
          }))}
          searchable
          clearable
          hidePickedOptions
          {...(schema.maxItems !== undefined && { maxValues: schema.maxItems })}
          onChange={(next) => onChange(next.length > 0 ? next : undefined)}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          type={kind === 'address' ? 'url' : kind === 'moment' ? 'datetime-local' : 'text'}
          value={asText(value)}
          placeholder={asText(fallback) || (kind === 'address' ? 'https://' : '')}
          {...(schema.maxLength !== undefined && { maxLength: schema.maxLength })}
          onChange={({ currentTarget: { value: next } }) => onChange(next === '' ? undefined : next)}
        />
      );
  }
}

/** While the platform is still being asked, what it will answer for looks like a list already. */
const isAsked = ({ choicesLoading, field }: SettingFieldProps) => choicesLoading && field.required;
