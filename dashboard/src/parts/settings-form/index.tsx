import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import type { PlatformId, PostType } from '../../../../src/contract/platform-ids.ts';
import { type Field, fallbackOf, type JsonSchema, readSchema } from './read-schema.ts';
import { SettingField } from './setting-field.tsx';
import { useSettingWords } from './use-setting-words.ts';
import { isShown } from './when-shown.ts';

export type Choices = Readonly<Record<string, readonly { value: string; label: string }[]>>;
export type SettingValues = Readonly<Record<string, unknown>>;

export interface SettingsFormProps {
  readonly platform: PlatformId;
  /** `platformView.settings`. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Only what was chosen here; an absent field follows `defaults`, then the schema. */
  readonly value: SettingValues;
  onChange(value: Record<string, unknown>): void;
  /** What the account can choose from, by field (`readChoices`); undefined while it is being asked. */
  readonly choices?: Choices | undefined;
  readonly choicesLoading?: boolean;
  /** The setting whose value the other choices belong to (`platformView.choicesWithin`): with another one they end. */
  readonly choicesWithin?: string | null;
  /** What counts where nothing is chosen, such as the account's own settings; shown as placeholders. */
  readonly defaults?: SettingValues;
  readonly disabled?: boolean;
  /** Hides what has no effect on this type of post. Left out: shows everything. */
  readonly postType?: PostType | undefined;
  /** What is wrong, by path; shown at the field. */
  readonly errors?: Readonly<Record<string, string>>;
  /** False: required fields without a value are not marked as errors, as for an account's defaults. */
  readonly markMissing?: boolean;
}

const none: SettingValues = {};
const noChoices: Choices = {};

/** A platform's settings as a form, drawn from its JSON Schema. */
export function SettingsForm(props: SettingsFormProps) {
  const { platform, schema, value, onChange, defaults = none, postType, errors = {} } = props;
  const { choices = noChoices, choicesWithin = null } = props;
  const fields = useMemo(() => readSchema(schema as JsonSchema), [schema]);
  const words = useSettingWords(platform);
  const read = (name: string) => {
    const field = fields.find((one) => one.name === name);
    return value[name] ?? (field && fallbackOf(field, defaults));
  };
  const change = (name: string, next: unknown) => {
    const { [name]: _, ...others } = value;
    const rest = name === choicesWithin ? without(others, Object.keys(choices)) : others;
    onChange(next === undefined ? rest : { ...rest, [name]: next });
  };
  const isEmpty = (field: Field) => !field.required && choices[field.path]?.length === 0;
  const shown = fields.filter(
    (field) =>
      value[field.name] !== undefined ||
      (!isEmpty(field) && isShown(platform, field.path, { postType, read })),
  );
  return (
    <Stack gap="sm">
      {shown.map((field) => (
        <SettingField
          key={field.path}
          field={field}
          value={value[field.name]}
          fallback={fallbackOf(field, defaults)}
          onChange={(next) => change(field.name, next)}
          words={words}
          choices={props.choices}
          choicesLoading={props.choicesLoading ?? false}
          disabled={props.disabled ?? false}
          errors={errors}
          markMissing={props.markMissing ?? true}
        />
      ))}
    </Stack>
  );
}

const without = (values: SettingValues, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
