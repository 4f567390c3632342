/** A process that starts a PostgreSQL and never stops it, for `postgres.test.ts`. */
import { withPostgres } from '#tests/support/postgres.ts'

const { url } = await withPostgres()
process.send?.(url)
setInterval(() => {}, 1000)
