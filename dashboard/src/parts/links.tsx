import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';

type LinkProps<P> = P & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof P>;

/** A button that leads to a page. */
export const ButtonLink = createLink((props: LinkProps<ButtonProps>) => <Button component="a" {...props} />);

/** A link in text that leads to a page. */
export const AnchorLink = createLink((props: LinkProps<AnchorProps>) => <Anchor {...props} />);
