/** An address that a page may show as it is: nothing that runs script. */
export const isWeb = (url: string | null): url is string => url !== null && /^(https?:\/\/|\/)/.test(url);
