/** How Meta's APIs refuse: a code, and often a subcode that says more. */
export const withCode = (code: string) => ({
  status: 400,
  json: { error: { code: Number(code), message: 'words' } },
});

export const withSubcode = (subcode: string, code: number) => ({
  status: 400,
  json: { error: { code, error_subcode: Number(subcode), message: 'words' } },
});
