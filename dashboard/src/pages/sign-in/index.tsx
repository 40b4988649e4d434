import { useState } from 'react';
import { OutsideCard } from '../../shell/outside-card.tsx';
import { useWords } from '../../words/index.tsx';
import { PasswordStep } from './password-step.tsx';
import { SecondStep } from './second-step.tsx';
import { goOn, isSentHere } from './where-to.ts';

export default function SignInPage() {
  const t = useWords().auth;
  const [second, setSecond] = useState(false);
  return second ? (
    <OutsideCard title={t.secondTitle} text={t.secondText}>
      <SecondStep done={goOn} />
    </OutsideCard>
  ) : (
    <OutsideCard title={t.signInTitle} {...(isSentHere() && { text: t.goesOn })}>
      <PasswordStep done={goOn} needSecond={() => setSecond(true)} />
    </OutsideCard>
  );
}
