/** Private key of the development issuer. It is no secret: servers in production do not believe it, and nobody else should. */
export const developmentKey = {
  name: 'development',
  jwk: {
    kty: 'OKP',
    crv: 'Ed25519',
    x: 'pnFGEIGLK3zWf0RvCLkEr3IQ3KHzcIyBCWRjr4AhtW8',
    d: 'qJnVioodGQVSwf2BANZUWdkeMiaAjdcXYhqqdvID7pY',
  },
} as const
