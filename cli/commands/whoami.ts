import { connect } from '../context.ts'
import type { Register } from '../program.ts'

/** Who is signed in where, and until when. */
export const whoami: Register = (parent, run, io) => {
  parent
    .command('whoami')
    .description('who is signed in, in which role, and until when')
    .option('--api <url>', 'address of the server')
    .action(
      run(async (o: { api?: string }) => {
        const at = connect(io, o.api)
        const session = await at.client('GET /session')
        const { user } = session
        return {
          data: { api: at.api, ...session },
          text: `${user.rep_name} (${user.username}), ${user.role.name}, at ${at.api} until ${session.expires_at}.`,
        }
      }),
    )
}
