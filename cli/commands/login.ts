import { connectToServer, hasNoLicence, licenceHint, profileStore, toolEnv } from '../context.ts'
import { CliError, exits, usageError } from '../errors.ts'
import { localDateTime } from '../output.ts'
import type { RegisterCommand } from '../program.ts'

/** Signs in and keeps the token in the profile file. The password comes from a question or RANGE_PASSWORD, never from an argument. */
export const login: RegisterCommand = (parent, run, io) => {
  parent
    .command('login')
    .description('sign in and keep the token in the profile file')
    .option('--api <url>', 'address of the server, http://localhost:8080 for instance')
    .option('--username <name>', 'user name; asked for on a terminal')
    .addHelpText(
      'after',
      `
The password is asked for on a terminal, elsewhere read from RANGE_PASSWORD.

Examples:
  range login --api http://localhost:8080 --username admin_demo
  RANGE_PASSWORD=… range login --api https://range.example --username keeper`,
    )
    .action(
      run(async (o: { api?: string; username?: string }) => {
        const at = connectToServer(io, o.api, '')
        const ask = async (question: string, hidden?: boolean) =>
          io.interactive ? (await io.ask(question, hidden)) || undefined : undefined
        const username = o.username ?? (await ask('User name: '))
        if (!username) throw usageError('Name the user: --username NAME.')
        const password = toolEnv(io).password ?? (await ask('Password: ', true))
        if (!password) throw new CliError('no_password', 'Set RANGE_PASSWORD, or sign in from a terminal.', exits.usage)
        const store = profileStore(io)
        const account = `${at.api} ${username.normalize('NFKC').toLowerCase()}`
        const device = store.read().devices?.[account]
        const body = { username, password, ...(device === undefined ? {} : { device }) }
        const session = await at.client('POST /session', { body }).catch((e: unknown) => {
          if (e instanceof CliError && e.code === 'not_found')
            throw usageError(
              `${at.api} is not the API of a range. The address of its server will do, as http://localhost:8080.`,
            )
          throw e
        })
        if (session.must_change)
          throw new CliError(
            'change_password_first',
            'Change the password in the browser first, then sign in here.',
            exits.forbidden,
          )
        store.write((p) => {
          p.api = at.api
          p.tokens[at.api] = session.token
          if (session.device !== undefined) p.devices = { ...p.devices, [account]: session.device }
        })
        const unlicensed = await hasNoLicence(connectToServer(io, at.api, session.token).client)
        const { user, expires_at } = session
        const text = `Signed in to ${at.api} as ${user.rep_name} (${user.role.name}) until ${localDateTime(expires_at)}.`
        return {
          data: { api: at.api, user, expires_at },
          text: unlicensed ? `${text}\n${at.words.unlicensed()}\n${licenceHint}` : text,
        }
      }),
    )
}

/** Ends this session, or all of the account's, on the server and forgets the token. */
export const logout: RegisterCommand = (parent, run, io) => {
  parent
    .command('logout')
    .description('end this session on the server and forget the token')
    .option('--everywhere', 'end every session of the account, in browsers too')
    .option('--api <url>', 'address of the server')
    .action(
      run(async (o: { api?: string; everywhere?: true }) => {
        const at = connectToServer(io, o.api)
        const had = at.token !== undefined
        const route = o.everywhere ? 'DELETE /sessions' : 'DELETE /session'
        if (o.everywhere && !had)
          throw new CliError(
            'unauthenticated',
            'Sign in first: only your own session can end the others.',
            exits.unauthenticated,
          )
        if (had)
          await at.client(route).catch((e: unknown) => {
            // a session that is over has nothing left to end, but the others may live
            if (o.everywhere || !(e instanceof CliError) || e.exit !== exits.unauthenticated) throw e
          })
        profileStore(io).write((p) => {
          delete p.tokens[at.api]
        })
        const text = o.everywhere ? `Signed out of ${at.api} everywhere.` : `Signed out of ${at.api}.`
        return {
          data: { api: at.api, signed_out: had, everywhere: o.everywhere === true },
          text: had ? text : `Nobody was signed in to ${at.api}.`,
        }
      }),
    )
}
