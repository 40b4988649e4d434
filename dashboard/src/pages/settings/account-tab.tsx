import { Stack } from '@mantine/core';
import { DeleteUser } from './delete-user.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

export function AccountTab() {
  return (
    <Stack gap="lg">
      <Profile />
      <PasswordForm />
      <Passkeys />
      <TwoFactor />
      <Sessions />
      <DeleteUser />
    </Stack>
  );
}
