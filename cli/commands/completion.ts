import { Argument } from 'commander'
import { complete } from '../completion/complete.ts'
import { type ShellName, scripts, shells } from '../completion/scripts.ts'
import type { RegisterCommand } from '../program.ts'

/** Completion for shells: a script to load, and the command it asks. */
export const completion: RegisterCommand = (parent, run) => {
  parent
    .command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>', 'which').choices(shells))
    .addHelpText(
      'after',
      `
Load it, for good in the file the shell reads at its start:
  source <(range completion bash)          ~/.bashrc
  source <(range completion zsh)           ~/.zshrc, behind compinit
  range completion fish | source           ~/.config/fish/config.fish`,
    )
    .action(run(async (shell: ShellName) => ({ data: { shell, script: scripts[shell] }, text: scripts[shell] })))
  parent
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(
      run(async (words: string[]) => {
        const data = complete(parent, words)
        return { data, text: data.map((c) => `${c.value}\t${c.about}`).join('\n') }
      }),
    )
}
