import { PasswordInput, Progress } from '@mantine/core';
import { useWords } from '../words/index.tsx';

/** Length is what counts; the bar fills towards a passphrase. */
export function NewPassword({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const t = useWords().auth;
  const length = Array.from(value).length;
  const color = length < 10 ? 'red' : length < 16 ? 'yellow' : 'green';
  return (
    <div>
      <PasswordInput
        label={label}
        description={t.passwordHint}
        name="new-password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        minLength={10}
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Progress value={Math.min(100, (length / 20) * 100)} color={color} size={4} mt={6} aria-hidden />
    </div>
  );
}
