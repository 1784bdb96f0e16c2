import type { ComponentType, ReactNode } from 'react';
import type { SharedAlbum } from '#contract/shares/schemas.ts';
import type { UploadTarget } from '#domain/uploads/uploadPlan.ts';
import type { SignIn } from './landing/useSignIn.ts';

/** A way of signing in on the landing page. */
export interface SignInWay {
  /** Whether this server has it. */
  isThere: () => boolean;
  /** Why it does not work in this browser. */
  obstacle: () => string | undefined;
  /** Whether it works on a device on which nobody has prepared it. */
  isForEveryDevice: boolean;
  Button: ComponentType<{ signIn: SignIn; isMain: boolean }>;
  /** Offers to prepare it, to somebody who came in by a link. */
  Offer?: ComponentType;
}

/** A link with a token that can be used once, which is taken out of the address. */
export interface TokenLink {
  tokenFrom: (fragment: string) => string | undefined;
  Page: ComponentType<{ token: string; signIn: SignIn }>;
}

/** The page of a link that stays in the address; undefined if it is another link. */
export type LinkPage = (fragment: string) => ReactNode | undefined;

interface VisitorPartProps {
  /** The album that was shared. */
  album: UploadTarget;
  guests: NonNullable<SharedAlbum['guests']>;
  /** Whether another album is on screen, below the one that was shared. */
  isElsewhere: boolean;
  /** Called when photos have arrived. */
  onSent: () => void;
}

/** A hook of the page of a shared album, whose result shows what visitors can do with each album of the link. */
export type VisitorPart = (shareKey: string) => (props: VisitorPartProps) => ReactNode;
