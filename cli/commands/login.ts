import { connect, profileStore } from '../context.ts'
import { CliError, exits } from '../errors.ts'
import type { Register } from '../program.ts'

/** Signs in and keeps the token in the profile file. The password comes from a question or RANGE_PASSWORD, never from an argument. */
export const login: Register = (parent, run, io) => {
  parent
    .command('login')
    .description('sign in and keep the token in the profile file')
    .option('--api <url>', 'address of the API')
    .requiredOption('--username <name>', 'user name')
    .action(
      run(async (o: { api?: string; username: string }) => {
        const at = connect(io, o.api, '')
        const password = io.env['RANGE_PASSWORD'] ?? (io.interactive ? await io.ask('Password: ', true) : undefined)
        if (!password) throw new CliError('no_password', 'Set RANGE_PASSWORD, or sign in from a terminal.', exits.usage)
        const session = await at.client('POST /session', { body: { username: o.username, password } })
        if (session.must_change)
          throw new CliError(
            'change_password_first',
            'Change the password in the browser first, then sign in here.',
            exits.forbidden,
          )
        const store = profileStore(io)
        store.write((p) => {
          p.api = at.api
          p.tokens[at.api] = session.token
        })
        return {
          data: { api: at.api, user: session.user, expires_at: session.expires_at },
          text: `Signed in to ${at.api} as ${session.user.rep_name} (${session.user.role.name}) until ${session.expires_at}.`,
        }
      }),
    )
}

/** Signs out on the server and forgets the token. */
export const logout: Register = (parent, run, io) => {
  parent
    .command('logout')
    .description('sign out everywhere and forget the token')
    .option('--api <url>', 'address of the API')
    .action(
      run(async (o: { api?: string }) => {
        const at = connect(io, o.api)
        const had = at.token !== undefined
        if (had)
          await at.client('DELETE /session').catch((e: unknown) => {
            if (!(e instanceof CliError) || e.exit !== exits.unauthenticated) throw e
          })
        profileStore(io).write((p) => {
          delete p.tokens[at.api]
        })
        return {
          data: { api: at.api, signed_out: had },
          text: had ? `Signed out of ${at.api}.` : `Nobody was signed in to ${at.api}.`,
        }
      }),
    )
}
