/** Where a description and the documented API part ways: each with the reason and where it is documented. */
export interface Exception {
  readonly platform: string;
  readonly method: string;
  /** Of the real address, without its query. */
  readonly url: RegExp;
  /** The complaint that is answered here; absent: the whole address is not part of the description. */
  readonly problem?: RegExp;
  readonly reason: string;
  readonly source: string;
}

export const exceptions: readonly Exception[] = [];
