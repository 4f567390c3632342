/** What a signed one-time code looks like: three base64url parts. Anything else in its place is an unknown path. */
export const looksSigned = (value: string | undefined): value is string =>
  value !== undefined && value.length <= 2048 && /^[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}$/.test(value)
