/** `range setup`: the first password of a new installation, with the one-time code the server left in its data folder. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { firstCodeFile } from '#src/contract/session/firstCode.ts'
import { connectToServer, type Io, toolEnv } from '../context.ts'
import { CliError, exits, usageError } from '../errors.ts'
import { readTextFile } from '../files.ts'
import type { RegisterCommand } from '../program.ts'

export const setup: RegisterCommand = (parent, run, io) => {
  parent
    .command('setup')
    .description('set the first password of a new installation, on the server’s machine')
    .requiredOption('--code-file <file>', `the file ${firstCodeFile} in the server’s data folder`)
    .option('--api <url>', 'address of the server')
    .addHelpText(
      'after',
      `
Examples:
  range setup --api http://127.0.0.1:8080 --code-file .data/${firstCodeFile}
  RANGE_PASSWORD=… range setup --code-file .data/${firstCodeFile}

The server writes the file while no super administrator has a password; only
the user it runs as may read it. The code works once.`,
    )
    .action(
      run(async (o: { codeFile: string; api?: string }) => {
        const text = readTextFile(io, o.codeFile)
        const line = (name: string) => new Map(lines(text)).get(name)
        const [username, code] = [line('user'), line('code')]
        if (!username || !code)
          throw usageError(
            `${o.codeFile} is not a ${firstCodeFile} file of a server: it has no lines “user” and “code”.`,
          )
        const at = connectToServer(io, o.api, '')
        const next = await chosenPassword(io, username)
        await at.client('POST /account/reset', { body: { username, code, next } })
        // spent; the server removes what is left of it at its next start
        if (o.codeFile !== '-') rmSync(path.resolve(io.cwd, o.codeFile), { force: true })
        return {
          data: { api: at.api, username },
          text: `${username} has a password. Sign in: range login --api ${at.api} --username ${username}\nThen see which modules its licence opens: range license status`,
        }
      }),
    )
}

const lines = (text: string): [string, string][] =>
  text.split(/\r?\n/).flatMap((l): [string, string][] => {
    const at = l.indexOf(' ')
    return at > 0 ? [[l.slice(0, at), l.slice(at + 1).trim()]] : []
  })

/** Typed twice on a terminal; from RANGE_PASSWORD without one. */
async function chosenPassword(io: Io, username: string): Promise<string> {
  const { password } = toolEnv(io)
  if (password) return password
  if (!io.interactive) throw new CliError('no_password', 'Set RANGE_PASSWORD, or run it on a terminal.', exits.usage)
  const first = await io.ask(`New password of ${username}: `, true)
  if ((await io.ask('Once more: ', true)) !== first) throw usageError('The two passwords differ. Nothing was changed.')
  return first
}
