/**
 * Passwords everybody tries first, and words no password may be built on. One list for the form, which loads it when a password is typed,
 * and for the server, which decides. The list is worked out from what people do: a familiar word, its usual disguise, a usual ending; runs
 * over the keyboard; repetitions; dates.
 */

/** Names of the product: a password must not hold one. */
export const productWords: readonly string[] = ['cyberrange', 'cyber-range', 'cyber_range', 'trainingrange', '网络靶场']

const words =
  `password passw0rd passwd pass welcome admin administrator root login guest user test testing demo temp default changeme
  letmein secret access system server manager master super superuser support service service1 office company business oracle cisco linux
  ubuntu windows microsoft google apple samsung huawei lenovo xiaomi tencent alibaba baidu internet network security secure hacker hacking
  computer laptop mobile iphone android qwerty qwertz azerty asdfgh zxcvbn qazwsx qweasd asdzxc iloveyou loveyou love lover woaini woaiwo
  aini wolove baobei laopo laogong mima nihao zhongguo china beijing shanghai guangzhou shenzhen hangzhou dragon tiger monkey panda lion
  eagle falcon phoenix wolf shadow sunshine moonlight starlight summer winter spring autumn january february march april october november
  december monday friday sunday football baseball basketball soccer hockey golf tennis liverpool chelsea arsenal barcelona juventus
  superman batman spiderman ironman starwars pokemon pikachu naruto matrix minecraft fortnite warcraft princess prince queen king angel
  flower rainbow cookie chocolate banana orange cherry pepper cheese coffee whisky michael jordan thomas robert daniel andrew joshua
  matthew anthony william charlie george jessica jennifer michelle ashley amanda nicole samantha elizabeth victoria natalie hannah
  freedom whatever trustno1 nothing something forever fuckyou killer mustang ferrari porsche mercedes corvette harley yamaha honda toyota
  purple silver golden diamond crystal hello hello1 goodluck happy lucky student teacher school college university education training
  lesson course exam exercise`
    .split(/\s+/)
    .filter((w) => w !== '')

const endings =
  `1 12 123 1234 12345 123456 1234567 12345678 123456789 01 007 11 111 1111 22 222 33 321 4321 520 521 5201314 66 666 6666 69 77
  777 88 888 8888 99 999 9999 00 000 0000 ! !! !1 1! 12! 123! 1234! 123. 123# 123$ 123@ @1 @12 @123 @1234 @12345 @123456 #1 #123 #1234 $1 $123 _1 _123 _1234 .123 -123 *123
  ?1 abc abc123 qwe qwe123 asd asd123 qaz`
    .split(/\s+/)
    .filter((e) => e !== '')
const years = Array.from({ length: 2031 - 1985 }, (_, n) => String(1985 + n))
const recent = years.slice(-16).flatMap((y) => [`${y}!`, `@${y}`, `#${y}`, `_${y}`, `.${y}`, `${y}@`, `${y}.`])

/** The disguise that fools nobody. */
const disguised = (w: string): string =>
  w.replace(/a/g, '@').replace(/o/g, '0').replace(/e/g, '3').replace(/i/g, '1').replace(/s/g, '$')
const lightly = (w: string): string => w.replace(/o/g, '0')

const rows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const columns = ['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik', '9ol', '0p']
const reversed = (w: string): string => [...w].reverse().join('')
/** Pieces of a row of keys, forwards and backwards. */
const walks = rows.flatMap((row) =>
  [row, reversed(row)].flatMap((r) =>
    Array.from({ length: r.length }, (_, from) =>
      Array.from({ length: r.length - from - 2 }, (_x, n) => r.slice(from, from + 3 + n)),
    ).flat(),
  ),
)

function* everything(): Generator<string> {
  for (const w of words) {
    for (const form of new Set([w, lightly(w), disguised(w)])) {
      yield form
      for (const e of endings) yield form + e
    }
    for (const e of years) yield w + e
    for (const e of recent) yield w + e
    for (const e of ['123', '1234', '123456', '520', '1']) yield e + w
    yield w + w
    yield w + reversed(w)
  }
  for (const w of ['p@ssw0rd', 'p@ssword', 'pa$$word', 'pa55word', '@dmin', 'adm1n', 'w3lcome', 'r00t'])
    for (const e of [...endings, ...years, ...recent]) yield w + e
  for (const walk of walks) {
    yield walk
    for (const e of ['1', '12', '123', '1234', '123456', '!', '!1', '@123', '#123', '.', '!!', '*']) yield walk + e
    yield walk + walk
    for (const other of ['123', '1234', '12345', 'abc', 'qwe', 'asd', 'zxc', 'qwer', 'asdf', 'zxcv', '!@#', '!@#$']) {
      yield walk + other
      yield other + walk
    }
  }
  for (const a of columns)
    for (const b of columns) for (const end of ['', ...columns, '123', '!@', '!@#', '1', '!']) yield a + b + end
  for (const c of 'abcdefghijklmnopqrstuvwxyz0123456789')
    for (let n = 1; n <= 20; n++) {
      yield c.repeat(n)
      for (const e of [
        '1',
        '123',
        '1234',
        '123456',
        '12345678',
        '123456789',
        '1234567890',
        '!',
        '11111111',
        '66666666',
        '88888888',
        '00000000',
      ])
        yield c.repeat(n) + e
    }
  for (const e of [
    '123456789',
    '1234567890',
    '987654321',
    '5201314',
    '1314520',
    '11111111',
    '88888888',
    '66666666',
    '00000000',
    '147258369',
    '123123123',
    '112233',
    '123321',
  ])
    for (const w of [
      'a',
      'aa',
      'abc',
      'q',
      'qq',
      'z',
      'w',
      'wo',
      'li',
      'wang',
      'zhang',
      'liu',
      'chen',
      'yang',
      'zhao',
      'huang',
      'zhou',
      'wu',
      'xu',
      'sun',
      'asd',
      'qwe',
      'zxc',
      'love',
      'woaini',
      'abcd',
      'aaa',
    ]) {
      yield w + e
      yield e + w
      yield `${w}.${e}`
      yield `${w}@${e}`
    }
  yield* `correcthorse correcthorsebattery abcd1234 abcd12345 abcd123456 a1b2c3d4 a1b2c3d4e5 1a2b3c4d 1a2b3c4d5e aa123456 aa12345678 a123456a
    ab123456 abc12345 abc123456 abc123abc abc@1234 abcd@1234 a12345678 q1w2e3r4 q1w2e3r4t5 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y zaq12wsx zaq1@wsx
    zaq1xsw2 xsw2zaq1 1qazxsw2 qwer1234 qwer12345 qwer@1234 asdf1234 asdf@1234 zxcv1234 zxcv@1234 p@ssw0rd p@ssword p@55w0rd pa$$w0rd pa$$word
    p@$$w0rd p@ssw0rd1 p@ssw0rd! p@ssw0rd123 passw0rd! passw0rd1! admin@123 admin@2026 root@123 test@123 user@123 welcome@1 iloveu520 love5201314
    qazwsxedc qazwsx123 qazwsxedc123 1q2w3e4r! 1qaz@wsx 1qaz!qaz 1qaz2wsx! !qaz2wsx !qaz1qaz @wsx1qaz !@#123qwe 123qwe!@# 123qwe123 qwe123!@#
    asd123456 qq123456 qq123123 zx123456 wang1234 wangyut2 li123456 zhang123 woaini1314 woaini520 aini1314 nihao123 ni123456 hao123456
    g00dluck s3cur1ty h@ck3r123 letme1n! l3tm3in! let.me.in tr0ub4dor tr0ub4dor&3 trustno1! iloveyou1! iloveyou2 money123 mynoob ninja123 azerty123
    soleil123 bonjour1 hola12345 passwort1 passwort123 kennwort1 schalke04 motdepasse1 contrasena1 senha123 parola123 haslo1234 heslo1234`.split(
    /\s+/,
  )
}

let list: ReadonlySet<string> | undefined

/** The list, lower case, of lengths a password may have. */
export function commonPasswords(): ReadonlySet<string> {
  list ??= new Set([...everything()].filter((w) => w.length >= 8 && w.length <= 20))
  return list
}
