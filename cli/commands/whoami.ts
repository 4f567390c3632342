import { type Connection, connectToServer, type Io, profileStore, toolEnv } from '../context.ts'
import { CliError, exits } from '../errors.ts'
import { localDateTime } from '../output.ts'
import type { RegisterCommand } from '../program.ts'

/** Undefined where no server was ever named: nobody can be signed in then. */
const connectedTo = (io: Io, api: string | undefined): Connection | undefined =>
  (api ?? toolEnv(io).api ?? profileStore(io).read().api) ? connectToServer(io, api) : undefined

/** Who is signed in where, and until when. */
export const whoami: RegisterCommand = (parent, run, io) => {
  parent
    .command('whoami')
    .description('who is signed in, in which role, and until when')
    .option('--api <url>', 'address of the server')
    .action(
      run(async (o: { api?: string }) => {
        const at = connectedTo(io, o.api)
        if (at?.token === undefined)
          throw new CliError(
            'unauthenticated',
            `Nobody is signed in${at ? ` to ${at.api}` : ''}. Sign in with: range login${at ? ` --api ${at.api}` : ''}`,
            exits.unauthenticated,
          )
        const session = await at.client('GET /session')
        const { user } = session
        return {
          data: { api: at.api, ...session },
          text: `${user.rep_name} (${user.username}), ${user.role.name}, at ${at.api} until ${localDateTime(session.expires_at)}.`,
        }
      }),
    )
}
