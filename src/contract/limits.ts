/** Every figure of the specification and of its settled conflicts, once. Lengths are in text width (see `lib/text.ts`), sizes in bytes, times in seconds. */
const MiB = 1024 * 1024

export const limits = {
  /** Hours for which what was removed can be put back; shorter than files and pictures nobody names are kept. */
  binHours: 12,
  name: { min: 4, max: 40 },
  username: { min: 4, max: 20 },
  password: { min: 8, max: 20 },
  phone: { max: 20 },
  address: { min: 4, max: 256 },
  workId: { min: 4, max: 32 },
  signature: { min: 4, max: 50 },
  introduction: { max: 1000 },
  roleName: { max: 60 },
  roleDescription: { max: 1000 },
  permissionsPerRole: 100,
  teamMembers: 200,
  description: { min: 1, max: 2048 },
  comment: { max: 250 },
  announcement: { max: 20_000 },
  fill: { max: 255 },
  shortAnswer: { max: 2048 },
  /** Levels of the tree of organisations. */
  orgLevels: 10,
  category: { min: 4, max: 20 },
  menuTitle: { max: 40 },
  image: { min: 1024, max: 2 * MiB },
  upload: 50 * MiB,
  importZip: 200 * MiB,
  /** Uploads of one kind that one account may have on their way at once. */
  uploadsAtOnce: 4,
  chunk: 8 * MiB,
  json: 2 * MiB,
  /** An image for Windows; of other systems the quota and the disk decide. */
  windowsImage: 2 * 1024 * MiB,
  /** What one request of an upload may carry; a larger file comes in parts. */
  imageRequest: 1024 * MiB,
  /** An image that the server fetches from an address. */
  imageFetch: 1024 * MiB,
  disc: 1024 * MiB,
  servicePackage: 1024 * MiB,
  usbFile: 1024 * MiB,
  icon: 10 * MiB,
  imageName: { min: 4, max: 50 },
  imageDescription: { min: 4, max: 280 },
  labelWidth: { 'en-US': 200, other: 130 },
  pageSize: { default: 20, max: 200 },
  /** Longest export, rows. */
  exportRows: 100_000,
} as const

/** Time-outs of calls by class, milliseconds. The long one of the specification is for uploads only. */
export const timeouts = { read: 15_000, write: 30_000, poll: 10_000, upload: 1_200_000, chunk: 120_000 } as const

/** Rate limits: `max` calls per `per` seconds, by account and by address. An exam hall behind one address must not be locked out. */
export const rateLimits = {
  read: { account: { max: 1200, per: 60 }, address: { max: 60_000, per: 60 } },
  write: { account: { max: 600, per: 60 }, address: { max: 30_000, per: 60 } },
  // of an address against floods alone, codes that nobody guesses among them: passwords are counted by their failures
  'sign-in': { account: { max: 10, per: 300 }, address: { max: 30_000, per: 600 } },
  // against floods alone: how many of one network may register is the platform's setting
  register: { account: { max: 10, per: 600 }, address: { max: 3000, per: 600 } },
  upload: { account: { max: 1200, per: 60 }, address: { max: 6000, per: 60 } },
  report: { account: { max: 20, per: 600 }, address: { max: 100, per: 600 } },
  // files and lists that are made anew for each call: nobody slows everybody
  heavy: { account: { max: 30, per: 60 }, address: { max: 1500, per: 60 } },
  // what one says to others stands in their lists: nobody fills them
  comment: { account: { max: 30, per: 300 }, address: { max: 3000, per: 300 } },
  // what a stranger may ask, of numbers that cannot be guessed: against floods alone
  check: { account: { max: 60, per: 300 }, address: { max: 600, per: 300 } },
} as const

/**
 * Wrong passwords for one account from everywhere together: so many times what one network has, per `per` seconds or what a network is held for
 * when that is longer. Devices that signed in before are let past, and a network the account signed in from before has as many of its own.
 */
export const everywhere = { times: 5, per: 900 } as const

/**
 * Wrong passwords of one network for all names together, devices that signed in before excepted: one password tried against many names. Past so
 * many it may go on, one by one at that very pace. A name that is signed in to from there after all does not count any more, so that a hall that
 * mistypes is no attack.
 */
export const spraying = { max: 100, per: 600 } as const

/** Devices that are remembered of an account, and for how many days without a sign-in. */
export const devices = { most: 20, days: 180 } as const

/** Event streams: of one account and of one server process, seconds between two signs of life, bytes a reader may be behind. */
export const streams = { account: 30, server: 10_000, heartbeat: 20, behind: 65_536 } as const

/** Session times, defaults of the configuration. */
export const sessionDefaults = {
  idle: 2 * 3600,
  absolute: 12 * 3600,
  jwt: 15 * 60,
  oneTimeCode: 60,
  resetCode: 24 * 3600,
  /** Of the code an imported person begins with. */
  firstCode: 14 * 24 * 3600,
} as const
