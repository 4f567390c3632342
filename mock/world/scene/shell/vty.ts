/** The command line of a network device, as far as it is looked at: `show …`, `ping`, `enable`. Words may be shortened. */
import { parseCidr } from '#src/contract/lib/ip.ts'
import { netCommands } from './commands/net.ts'
import type { Dialect, Ends } from './dialect.ts'
import { borrowing } from './borrow.ts'
import type { Shell } from './program.ts'
import { facesOf, neighbours } from './reach.ts'

const fits = (word: string | undefined, whole: string): boolean =>
  word !== undefined && word !== '' && whole.startsWith(word.toLowerCase())

export function vty(shell: Shell, ends: Ends): Dialect {
  let enabled = false
  const { host } = shell
  const own = facesOf(host.ground).filter((f) => f.node.id === host.node.id)
  const out = (t: string) => ends.out(t)
  const borrowed = borrowing(shell, ends)
  const network = (id: string) => host.ground.document.networks.find((n) => n.id === id)

  function show(words: string[]): number {
    const [a, b] = words
    if (fits(a, 'ip') && fits(b, 'route')) {
      out('Codes: C - connected, S - static\n\n')
      for (const f of own) out(`C    ${network(f.network)?.cidr ?? ''} is directly connected, ${f.name}\n`)
      for (const f of own)
        for (const n of neighbours(host.ground, f).filter(
          (x) => x.node.kind === 'router' || x.node.kind === 'firewall',
        ))
          for (const g of facesOf(host.ground).filter((x) => x.node.id === n.node.id && x.network !== f.network))
            out(`S    ${network(g.network)?.cidr ?? ''} [1/0] via ${n.address}\n`)
    } else if ((fits(a, 'ip') && fits(b, 'interface')) || fits(a, 'interfaces')) {
      out('Interface              IP-Address      Status                Protocol\n')
      for (const p of host.node.ports) {
        const f = own.find((x) => x.port === p.id)
        out(`${p.name.padEnd(22)} ${(f?.address ?? 'unassigned').padEnd(15)} up                    up\n`)
      }
    } else if (fits(a, 'arp')) {
      out('Protocol  Address          Hardware Addr   Interface\n')
      for (const f of own)
        for (const n of neighbours(host.ground, f))
          out(`Internet  ${n.address.padEnd(16)} ${'-'.padEnd(15)} ${f.name}\n`)
    } else if (fits(a, 'version'))
      out(
        `${host.image || 'Network OS'}, ${host.node.kind}\nuptime is ${Math.floor((shell.now().getTime() - host.since.getTime()) / 60_000)} minutes\n`,
      )
    else if (fits(a, 'running-config')) {
      if (!enabled) {
        out('% Invalid input detected\n')
        return 1
      }
      out(`hostname ${host.node.name}\n!\n`)
      for (const f of own) {
        const net = parseCidr(network(f.network)?.cidr ?? '')
        out(`interface ${f.name}\n ip address ${f.address}/${net?.prefix ?? 32}\n no shutdown\n!\n`)
      }
      out('end\n')
    } else if (fits(a, 'users')) out('    Line       User       Host(s)\n*  0 con 0                idle\n')
    else if (fits(a, 'clock')) out(`${shell.now().toISOString().slice(11, 19)} UTC\n`)
    else {
      out(
        '% Invalid input detected. Try: show ip route, show interfaces, show arp, show version, show running-config\n',
      )
      return 1
    }
    return 0
  }
  const words = ['enable', 'disable', 'exit', 'ping', 'traceroute', 'show', 'help', 'reload']
  return {
    prompt: () => `${host.node.name}${enabled ? '#' : '>'}`,
    history: shell.history,
    async run(line) {
      const [verb = '', ...rest] = line.trim().split(/\s+/)
      if (verb === '') return 0
      if (verb === '?' || fits(verb, 'help')) out(`${words.map((w) => `  ${w}`).join('\n')}\n`)
      else if (fits(verb, 'enable') && verb.length > 1) enabled = true
      else if (fits(verb, 'disable') && verb.length > 1) enabled = false
      else if (fits(verb, 'exit') || verb === 'quit') ends.leave()
      else if (fits(verb, 'show')) return show(rest)
      else if (fits(verb, 'ping')) return borrowed('ping', netCommands.ping, ['-c', '5', ...rest])
      else if (fits(verb, 'traceroute')) return borrowed('traceroute', netCommands.traceroute, rest)
      else if (fits(verb, 'reload') && enabled) {
        await ends.shutdown(true)
        ends.leave()
      } else {
        out("% Unknown command. Try '?'.\n")
        return 1
      }
      return 0
    },
    complete: (before) => (before.includes(' ') ? [] : words.filter((w) => w.startsWith(before))),
  }
}
