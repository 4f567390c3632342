import { connect, profileStore, toolEnv } from '../context.ts'
import { CliError, exits, usage } from '../errors.ts'
import type { Register } from '../program.ts'

/** Signs in and keeps the token in the profile file. The password comes from a question or RANGE_PASSWORD, never from an argument. */
export const login: Register = (parent, run, io) => {
  parent
    .command('login')
    .description('sign in and keep the token in the profile file')
    .option('--api <url>', 'address of the server, http://localhost:8080 for instance')
    .option('--username <name>', 'user name; asked for on a terminal')
    .addHelpText(
      'after',
      `
Examples:
  range login --api http://localhost:8080 --username admin_demo
  RANGE_PASSWORD=… range login --api https://range.example --username keeper`,
    )
    .action(
      run(async (o: { api?: string; username?: string }) => {
        const at = connect(io, o.api, '')
        const ask = async (question: string, hidden?: boolean) =>
          io.interactive ? (await io.ask(question, hidden)) || undefined : undefined
        const username = o.username ?? (await ask('User name: '))
        if (!username) throw usage('Say who signs in: --username NAME.')
        const password = toolEnv(io).password ?? (await ask('Password: ', true))
        if (!password) throw new CliError('no_password', 'Set RANGE_PASSWORD, or sign in from a terminal.', exits.usage)
        const session = await at.client('POST /session', { body: { username, password } }).catch((e: unknown) => {
          if (e instanceof CliError && e.code === 'not_found')
            throw usage(`${at.api} is no API of a range. The address of its server will do, as http://localhost:8080.`)
          throw e
        })
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
    .description('end the session on the server and forget the token')
    .option('--api <url>', 'address of the server')
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
