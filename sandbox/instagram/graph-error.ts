import { randomWord } from '../accounts.ts';
import { type Answer, Refusal, type StockAnswers } from '../platform.ts';

export interface GraphProblem {
  readonly code: number;
  readonly subcode?: number;
  readonly message: string;
  readonly title?: string;
  readonly explanation?: string;
  readonly transient?: boolean;
  readonly status?: number;
}

export function graphError(problem: GraphProblem, headers: Record<string, string> = {}): Answer {
  const { code, subcode, message, title, explanation, transient = false, status = 400 } = problem;
  return {
    status,
    headers,
    body: {
      error: {
        message,
        type: 'OAuthException',
        code,
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        is_transient: transient,
        ...(title === undefined ? {} : { error_user_title: title, error_user_msg: explanation ?? title }),
        fbtrace_id: `A${randomWord(16)}`,
      },
    },
  };
}

export function refuse(problem: GraphProblem): never {
  throw new Refusal(graphError(problem));
}

export function usageHeaders(regainMinutes = 0): Record<string, string> {
  const percent = regainMinutes > 0 ? 100 : 1;
  const usage = { call_count: percent, total_cputime: percent, total_time: percent };
  return {
    'X-App-Usage': JSON.stringify(usage),
    'X-Business-Use-Case-Usage': JSON.stringify({
      '17841400000000000': [{ type: 'instagram', ...usage, estimated_time_to_regain_access: regainMinutes }],
    }),
  };
}

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

export function unknownObject(id: string): GraphProblem {
  return {
    code: 100,
    subcode: 33,
    message: `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
  };
}

export const answers: StockAnswers = {
  rateLimited: (retryAfter) =>
    graphError(
      { code: 4, message: 'Application request limit reached', transient: true, status: 403 },
      { ...usageHeaders(Math.max(1, Math.ceil(retryAfter / 60))), 'Retry-After': String(retryAfter) },
    ),
  broken: () =>
    graphError({
      code: 2,
      message: 'An unexpected error has occurred. Please retry your request later.',
      transient: true,
      status: 500,
    }),
  expiredToken: (world) =>
    graphError({
      code: 190,
      subcode: 463,
      message: `Error validating access token: Session has expired. The current time is ${new Date(world.now()).toUTCString()}.`,
    }),
  notFound: (path, method) =>
    graphError({ code: 2500, message: `Unknown path components: ${path} (${method})`, status: 404 }),
  badBody: (status, message) => graphError({ code: 100, message: `Invalid parameter: ${message}`, status }),
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
