/** Words that several resources share, under the name of each. */
export const under = <const N extends string, const T extends Record<string, string>>(
  name: N,
  words: T,
): { readonly [K in keyof T & string as `${N}.${K}`]: string } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- names are put together as the type says
  Object.fromEntries(Object.entries(words).map(([key, text]) => [`${name}.${key}`, text])) as never
