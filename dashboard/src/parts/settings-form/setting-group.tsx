import { Fieldset, Stack, Switch, Text } from '@mantine/core';
import { SettingField, type SettingFieldProps } from './setting-field.tsx';

/** Settings that belong together and may stay away as a whole, such as a poll. */
export function SettingGroup(props: SettingFieldProps) {
  const { field, value, fallback, onChange, words, disabled, errors } = props;
  const present = value ?? fallback;
  const own = isRecord(present) ? present : null;
  const hint = words.hint(field.path);
  return (
    <Fieldset legend={words.label(field.path)} variant="default" p="sm">
      <Stack gap="sm">
        {hint && (
          <Text size="xs" c="dimmed">
            {hint}
          </Text>
        )}
        {!field.required && (
          <Switch
            label={words.t.use(words.label(field.path))}
            checked={own !== null}
            disabled={disabled}
            onChange={({ currentTarget: { checked } }) => onChange(checked ? {} : undefined)}
          />
        )}
        {errors[field.path] && (
          <Text size="xs" c="var(--mantine-color-error)">
            {errors[field.path]}
          </Text>
        )}
        {own !== null &&
          field.fields.map((inner) => (
            <SettingField
              {...props}
              key={inner.path}
              field={inner}
              value={own[inner.name]}
              fallback={inner.schema.default}
              onChange={(next) => {
                const { [inner.name]: _, ...rest } = own;
                onChange(next === undefined ? rest : { ...rest, [inner.name]: next });
              }}
            />
          ))}
      </Stack>
    </Fieldset>
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
