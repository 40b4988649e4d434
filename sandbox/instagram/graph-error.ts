import { type GraphProblem, graphError, stockAnswers } from '../graph/problem.ts';
import type { Answer } from '../platform.ts';

export { type GraphProblem, graphError, refuse, unknownObject } from '../graph/problem.ts';

export const answers = stockAnswers('instagram');

/** The media problems of the error table, by what is wrong. */
export const mediaProblems = {
  unreachable: { code: 9004, subcode: 2207052, message: 'The media could not be fetched from this URI' },
  imageTooLarge: {
    code: 36000,
    subcode: 2207004,
    message: 'The image is too large to download. It should be less than 8 MiB',
  },
  imageFormat: {
    code: 36001,
    subcode: 2207005,
    message: 'The image format is not supported. Supported formats are: JPEG',
  },
  imageRatio: {
    code: 36003,
    subcode: 2207009,
    message: 'The aspect ratio is not supported. It must be within 4:5 and 1.91:1',
  },
  videoFormat: {
    code: 352,
    subcode: 2207026,
    message: 'The video format is not supported. Please check spec for supported formats',
  },
} satisfies Record<string, GraphProblem>;

export const notReady: GraphProblem = {
  code: 9007,
  subcode: 2207027,
  message: 'Media ID is not available',
  title: 'The media is not ready to be published',
  explanation: 'The media is not ready to be published, please wait for a moment',
};

/** An account whose user name begins with "restricted" must be put right in the app first. */
export const restricted: GraphProblem = {
  code: 25,
  subcode: 2207050,
  message: 'The Instagram account is restricted.',
  title: 'Account restricted',
  explanation: 'The app user’s Instagram professional account is inactive, checkpointed, or restricted.',
};

/** Meta has been seen to send this although the post went live. */
export const lyingError = (): Answer =>
  graphError({
    code: 4,
    subcode: 2207051,
    message: 'Application request limit reached',
    title: 'Action is blocked',
    explanation:
      'We restrict certain activity to protect our community. Tell us if you think we made a mistake.',
    status: 403,
  });
