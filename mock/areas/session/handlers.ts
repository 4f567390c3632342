/** The session area: its handlers, and who a token belongs to. */
import type { Db } from '../../db/db.ts'
import type { Platform } from '../../http/request/handler.ts'
import { type Cost, makeHashing } from './hashing.ts'
import { makeJwt } from './jwt.ts'
import { changingPasswords } from './password.ts'
import { makePeople } from './people.ts'
import { registering } from './register.ts'
import { signingIn } from './signIn.ts'

export async function sessionArea(db: Db, platform: Platform, cost?: Cost, published = true) {
  const hashing = makeHashing((n) => platform.random(n), cost)
  const jwt = makeJwt(
    () => platform.secret(),
    () => platform.now(),
  )
  return {
    hashing,
    people: await makePeople(db, platform, jwt),
    handlers: { ...signingIn(hashing, jwt, published), ...registering(hashing), ...changingPasswords(hashing) },
  }
}
