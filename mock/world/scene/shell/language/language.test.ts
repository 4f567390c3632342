/** What a line of the shell means, at a shell without a server. */
import { beforeEach, describe, expect, test } from 'vitest'
import { makePacketNetworkHub } from '../../simulated/wires.ts'
import { lan, node } from '#tests/support/scene.ts'
import { bash, shellFor } from '../bash.ts'
import type { Dialect } from '../dialect.ts'
import { programNames } from '../programs.ts'
import { makeDisk } from '../disk.ts'
import { type Host, imageDisk } from '../image.ts'
import { sum } from './sum.ts'

const now = () => new Date('2026-05-06T07:08:09Z')
let said = ''
let keyboard: string[] = []
let here: Dialect
let shell: ReturnType<typeof shellFor>
let turns = Infinity
beforeEach(() => {
  said = ''
  keyboard = []
  turns = Infinity
  const host: Host = {
    scene: 's',
    node: node('web-1'),
    system: 'linux',
    image: 'Debian 12',
    layer: '',
    usb: [],
    ground: { document: lan(node('web-1')), addresses: { 'web-1/p1': '10.1.1.10' }, on: new Set(['web-1', 'sw']) },
    flags: {},
    services: [],
    since: now(),
  }
  const disk = makeDisk(imageDisk(host, programNames), [], now)
  shell = shellFor(host, 'root', disk, now)
  here = bash(shell, {
    out: (t) => (said += t),
    sleep: async () => true,
    tick: async () => turns-- > 0,
    ask: async () => keyboard.shift(),
    enter: async () => false,
    on: async () => ({ status: 1, out: '' }),
    keep: () => {},
    hosts: () => [],
    wire: makePacketNetworkHub().of('s'),
    leave: () => {},
    find: () => undefined,
    diskOf: async () => disk,
    shutdown: async () => {},
  })
})
const type = async (...lines: string[]): Promise<string> => {
  for (const line of lines) {
    said = ''
    shell.history.push(line)
    await here.run(line)
  }
  return said
}

describe('a line', () => {
  test.each([
    ['counts', 'echo $((1 + 2 * 3)) $(( (7-2)/2 ))', '7 2\n'],
    ['counts with variables and compares', 'i=5; echo $((i++ + 1)) $i $((i > 5 ? 10 : 20))', '6 6 10\n'],
    ['goes through words', 'for i in a b "c d"; do echo "<$i>"; done', '<a>\n<b>\n<c d>\n'],
    ['goes through numbers in braces', 'for i in {1..3}; do printf "%02d " $i; done', '01 02 03 '],
    ['goes on while something holds', 'n=0; while [ $n -lt 3 ]; do n=$((n+1)); echo $n; done', '1\n2\n3\n'],
    ['leaves a loop', 'for i in 1 2 3 4; do [ $i = 3 ] && break; echo $i; done', '1\n2\n'],
    ['chooses', 'if [ -f /etc/passwd ]; then echo there; else echo none; fi', 'there\n'],
    ['chooses another way', 'if false; then echo a; elif [[ abc == a* ]]; then echo b; fi', 'b\n'],
    ['chooses by pattern', 'case web-1 in db*) echo db;; web-[0-9]) echo web;; esac', 'web\n'],
    ['takes what a command says', 'echo "on $(hostname) as `whoami`"', 'on web-1 as root\n'],
    ['has functions', 'hi() { echo "hi $1, $# of you"; }; hi Ada Bo', 'hi Ada, 2 of you\n'],
    ['has its own folder in parentheses', '(cd /etc; pwd); pwd', '/etc\n/root\n'],
    [
      'cuts texts',
      'f=/var/log/syslog.1; echo ${f##*/} ${f%.*} ${#f} ${none:-other} ${f:5:3}',
      'syslog.1 /var/log/syslog 17 other log\n',
    ],
    ['reads lines', 'printf "a 1\\nb 2\\n" | while read k v; do echo "$v$k"; done', '1a\n2b\n'],
    ['reads a text that follows', 'cat << END\nhome $HOME\nEND', 'home /root\n'],
    ['reads a text that follows as it is', "cat << 'END'\nhome $HOME\nEND", 'home $HOME\n'],
    ['turns what failed around', '! false && echo yes', 'yes\n'],
    ['keeps quotes apart', `echo '$HOME' "a  b" a\\ b "$(echo 'x  y')"`, '$HOME a  b a b x  y\n'],
    ['leads errors where it says', 'cat /none 2>/dev/null; cat /none 2>&1 | wc -l', '1\n'],
    ['writes and adds', 'echo a > f; echo b >> f; cat f; wc -l < f', 'a\nb\n2\n'],
    ['finds names', 'touch a1 a2 b1; echo [ab]1 a? "a*"', 'a1 b1 a1 a2 a*\n'],
    ['sets for one command', 'A=1; A=2 env | grep ^A=; echo $A', 'A=2\n1\n'],
    ['edits lines', 'printf "ab\\ncd\\n" | sed "s/[bc]/<&>/g;/a/d"', '<c>d\n'],
    ['takes fields', "awk -F: '/^root/ {print $1, $NF}' /etc/passwd", 'root /bin/bash\n'],
    ['finds one of several', 'printf "open\\nshut\\nclosed\\n" | grep -E "^open|closed$"', 'open\nclosed\n'],
    ['runs for each word', 'echo a b c | xargs -n 1 echo -', '- a\n- b\n- c\n'],
    ['knows its terminal', 'stty size; tty', '24 80\n/dev/ttyS0\n'],
    ['has other names', 'alias hi="echo hello"; hi you', 'hello you\n'],
    [
      'runs a script with words',
      'echo \'for x in "$@"; do echo "[$x]"; done\' > t.sh; chmod +x t.sh; ./t.sh "a b" c',
      '[a b]\n[c]\n',
    ],
    ['says what no command says', 'x=$(false); echo $?', '1\n'],
    ['says where it cannot go on', 'echo a | | b', "bash: syntax error near unexpected token `|'\n"],
    ['divides by nothing', 'echo $((1/0))', 'bash: 1/0: division by 0 (error token is "0")\n'],
  ])('%s', async (_what, line, wanted) => {
    expect(await type(line)).toBe(wanted)
  })

  test.each([
    ['echo "a', true],
    ['for i in 1 2; do', true],
    ['if true; then echo a', true],
    ['cat << END\nline', true],
    ['echo a |', true],
    ['echo a \\', true],
    ['f() {', true],
    ['echo done', false],
    ['done', false],
    ['for i in 1; do echo; done', false],
  ])('%j goes on in the next one: %s', (text, goesOn) => expect(here.unfinished?.(text)).toBe(goesOn))
})

test('earlier lines come back by ! and their number', async () => {
  expect(await type('echo one', 'echo two', '!!')).toBe('echo two\ntwo\n')
  expect(await type('!1')).toBe('echo one\none\n')
  expect(await type('!nothing')).toBe('bash: !nothing: event not found\n')
})

test('a program that reads takes the keyboard until its end', async () => {
  keyboard = ['hello', 'world']
  expect(await type('cat > note; wc -l note')).toBe('2 note\n')
})

test('what never ends is stopped, by ^C and by the number of its commands', async () => {
  turns = 50
  await type('while true; do echo x; done')
  expect(said.length).toBeLessThan(200)
  turns = Infinity
  expect(await type('while :; do :; done')).toContain('stopped after 20000 commands')
})

test('a service that is stopped is so for everybody, until it is started', async () => {
  expect(await type('ss -lnt')).toContain(':80 ')
  expect(await type('systemctl stop nginx; ss -lnt; curl http://localhost/')).not.toContain(':80 ')
  expect(said).toContain("Couldn't connect to server")
  expect(await type('systemctl start nginx; curl http://localhost/')).toContain('It works on web-1')
})

test.each([
  ['2 ** 10', 1024],
  ['0x1f + 010', 39],
  ['1 << 4 | 1', 17],
  ['!0 && ~0 == -1', 1],
  ['a = 3, a += 4', 7],
  ['-7 / 2', -3],
  ['1 || 1 / 0', 1],
])('the sum %s is %d', (text, wanted) => {
  const all = new Map<string, string>()
  expect(sum(text, { get: (n) => all.get(n) ?? '', set: (n, v) => void all.set(n, v) })).toBe(wanted)
})

describe('what a value may grow to', () => {
  test.each([
    ['by doubling', 'x=aaaaaaaaaa; for i in $(seq 1 40); do x=$x$x; done; echo grown', 'value too long'],
    ['by replacing', 'x=a; for i in $(seq 1 40); do x=${x//a/aa}; done; echo grown', 'value too long'],
    ['by a quoted word', 'x=aaaaaaaaaa; for i in $(seq 1 40); do x="$x-$x"; done; echo grown', 'value too long'],
  ])('is bounded: %s', async (_, line, what) => {
    expect(await type(line)).toContain(what)
    expect(said).not.toContain('grown')
  })

  test.each([
    ['a pattern at every place', 'x=$(seq 1 2000); for i in $(seq 1 50); do y=${x//[0-9]a/b}; done; echo done'],
    ['an end that may be anywhere', 'x=$(seq 1 9000); for i in $(seq 1 50); do y=${x%%[a-z]*}; done; echo done'],
  ])('and so is the work of %s', async (_, line) => {
    expect(await type(line)).toContain('stopped after')
    expect(said).not.toContain('done')
  })

  test('words of braces beside one another are made as many as are kept', async () => {
    const all = '{1..10000}'
    expect((await type(`set -- ${all}${all}${all}; echo $#`)).trim()).toBe('10000')
  })

  test('leaves what people write as it is', async () => {
    expect(await type('x="a.b.c"; echo ${x//./-} ${x/b/} ${x//[ab]/z} ${x%.*} ${#x}')).toBe('a-b-c a..c z.z.c a.b 5\n')
  })
})
