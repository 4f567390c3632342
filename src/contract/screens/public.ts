/** Screens anybody may open without a token. */
export const publicScreens = {
  login: { path: '/login', given: true },
  'not-found': { path: '/404', given: true },
  'change-password': { path: '/change-password/:type', given: true },
} as const
