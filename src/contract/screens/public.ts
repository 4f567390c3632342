/** Screens anybody may open without a token. */
export const publicScreens = {
  login: { path: '/login', given: true },
  'not-found': { path: '/404', given: true },
  'change-password': { path: '/change-password/:type', given: true },
} as const

/** A host's page hands its user over with a code in the address; the page of it has no frame. */
export const exchangeScreens = {
  'token-entry': { path: '/:token', given: true },
} as const
