// Made by `python -m bocage.table.wire.typescript` from the service's structs. Do not edit.

/** What a bot would do in one's place at a moment, and why (where it says). */
export interface Advice {
  bot: string;
  action: string;
  at: number;
  reason?: string;
}

/** What is agreed for a player who does not move for so many days: the other side may claim a "win", or a "draw", or */
export interface Agreed {
  what: string;
  days?: number;
}

/** Say yes or no to what is offered. */
export interface AnswerOffer {
  do: "reply";
  id: number;
  agree: boolean;
  at: number;
}

/** Say yes or no to a rollback. */
export interface AnswerRollback {
  do: "answer";
  id: number;
  agree: boolean;
  at: number;
}

/** A hex from which the units in hand could attack, and the odds if they stood there. */
export interface Approach {
  hex: string;
  odds: Odds;
}

/** From where would the units in hand best attack a hex? */
export interface AskApproach {
  do: "approach";
  id: number;
  target: string;
}

/** Which units can be taken in hand now and go to a hex? */
export interface AskGathering {
  do: "gather";
  id: number;
  hex: string;
}

/** By which legs would the units in hand go to these hexes, one after the other, and where to from the last? */
export interface AskLegs {
  do: "legs";
  id: number;
  hexes: string[];
}

/** The chances of an attack on a hex, by these units or by all that can. */
export interface AskOdds {
  do: "odds";
  id: number;
  target: string;
  attackers?: string[] | null;
}

/** What does an overlay show, for one unit where it is one of a unit? At an earlier moment if one is named. */
export interface AskOverlay {
  do: "overlay";
  id: number;
  overlay: string;
  unit?: string;
  at?: number;
}

/** How would the units in hand go there, and what would it cost? */
export interface AskPath {
  do: "path";
  id: number;
  action: string;
}

/** Ask the other side to go back to any moment. */
export interface AskRollback {
  do: "ask";
  id: number;
  to: number;
  at: number;
}

/** Why can this hex, unit or action not be chosen? Exactly one of them is given. */
export interface AskWhy {
  do: "why";
  id: number;
  hex?: string;
  unit?: string;
  action?: string;
}

/** Begin a waiting match although somebody has not sat down. */
export interface Begin {
  do: "begin";
  id: number;
}

/** A bot that can be played against, and what it is like. */
export interface BotInfo {
  name: string;
  about: string;
  seconds?: number[];
  usual?: number;
}

/** Everything printed of one game. */
export interface Box {
  slug: string;
  title: string;
  blurb: string;
  sides: SideInfo[];
  nations: Nation[];
  layout: Layout;
  counters: CounterInfo[];
  places: PlaceInfo[];
  verbs: VerbInfo[];
  turns: TurnInfo[];
  phases: Phase[];
  charts: Chart[];
  overlays: Overlay[];
  flags: Record<string, string>;
  credits: string[];
  back?: CounterInfo | null;
  tour?: Tour | null;
  no_tour?: string;
  cards?: Card[];
  cost_word?: string;
  cost_words?: string;
}

/** What a branch begins with: a moment of a match, as a side of it counts ("": everybody; it was over). */
export interface BranchOf {
  match: string;
  moment: number;
  side?: string;
}

/** The message could not be understood, or too many came; what to do. */
export interface Broken {
  say: "broken";
  why: Why;
}

/** Of a match by mail: the side that sits here, to whom its file goes ("": whoever shall sit down), how the file is */
export interface ByMail {
  side: string;
  to: string;
  file: string;
  sealed?: boolean;
}

/** What is printed on a card, in our words. */
export interface Card {
  id: string;
  title: string;
  side: string;
  kind?: string;
  value?: string;
  number?: string;
  year?: string;
  symbol?: string;
  uses?: CardUse[];
  effect?: string[];
  star?: string;
  underline?: string;
  rule?: string;
}

/** A use that is printed on a card: the verb that it is chosen with, its name, and what it gives ("4 points"). */
export interface CardUse {
  verb: string;
  name: string;
  text?: string;
}

/** A numbered case in our words, and whether the program enforces it. */
export interface Case {
  case: string;
  topic: string;
  summary: string;
  status: string;
}

/** A result, what it means, its exact share ("1/6") and as a number, and for whom it is good. */
export interface Chance {
  result: string;
  meaning: string;
  share: string;
  value: number;
  good?: string;
}

/** Something happened. `answers` is the page's own message that caused it, if it was this page's. */
export interface Changed {
  say: "changed";
  delta: Delta;
  answers?: number;
}

/** A printed chart: its columns, its rows (the first cell of a row is its heading) and where it comes from. */
export interface Chart {
  id: string;
  title: string;
  rule: string;
  columns: string[];
  rows: string[][];
  source?: string;
  note?: string;
}

/** A verb and its legal operands. `operands` holds labels, and runs where they are hexes. */
export interface Choice {
  verb: string;
  rule: string;
  operands?: string[];
  label?: string;
  words?: Record<string, string>;
  counters?: Record<string, string>;
  costs?: string;
}

/** An action, and the moment of the sheet on which it was chosen. */
export interface ChosenAction {
  action: string;
  at: number;
}

/** Use what was agreed for a player who stays away; where that is a bot, which one. */
export interface Claim {
  do: "claim";
  id: number;
  at: number;
  bot?: string;
}

/** The time that a side has used, without its pauses. */
export interface Clock {
  side: string;
  seconds: number;
}

/** The time used so far, and how many seconds ago the match last went on. No rule asks for either. */
export interface Clocks {
  used: Clock[];
  since: number;
}

/** Give the game up. */
export interface Concede {
  do: "concede";
  id: number;
  at: number;
}

/** What is printed on a counter. `symbol` names a shape of the page's sprite; `steps` is its full strength. */
export interface CounterInfo {
  id: string;
  name: string;
  short: string;
  nation: string;
  side: string;
  symbol: string;
  size: string;
  steps: number;
  note?: string;
  box?: string;
  accent?: boolean;
}

/** The course of a match. `of` says whose knowledge it stands on: a side, or "" for what everybody may know. */
export interface Course {
  of: string;
  over: boolean;
  turns: Record<string, string>;
  luck_unit: string;
  luck_aid: string;
  luck: Fortune[];
  throws: Throw[];
  loss_unit: string;
  losses: Loss[];
  plots: Figures[];
  since?: number;
  spent?: Spent[];
}

/** A figure by turn; `side` is the one whose colour it has, if any. */
export interface Curve {
  name: string;
  points: [number, number][];
  side?: string;
}

/** A branch that is no more. */
export interface Deleted {
  match: string;
}

/** What changed from the sheet of moment `base` to that of `moment`. */
export interface Delta {
  base: number;
  moment: number;
  fields?: Record<string, unknown>;
  units?: Record<string, Piece | null>;
  markers?: Record<string, Marker[] | null>;
  control?: Record<string, string | null>;
  lines?: Line[];
}

/** What the page asked is done (where nothing else answers it). */
export interface Done {
  say: "done";
  id: number;
}

/** A line of the header: the weather, who has air superiority, how the sides stand. */
export interface Fact {
  name: string;
  text: string;
  rule?: string;
}

/** Curves that belong into one plot, what its upright axis counts, and how to read it. */
export interface Figures {
  title: string;
  unit: string;
  aid: string;
  curves: Curve[];
}

/** The sheet at a moment and what followed, entry by entry. */
export interface Film {
  first: Sheet;
  frames: Frame[];
}

/** One side's fire, where both sides roll: its strength, column and modifiers, and the steps it would cost. */
export interface Fire {
  side: string;
  strength: number;
  column: string;
  modifiers: Modifier[];
  losses: Chance[];
  units?: string[];
}

/** All dice of battle of a side. `spread` is how far the sum lies from what was expected with ordinary luck. */
export interface Fortune {
  side: string;
  dice: number;
  got: number;
  expected: number;
  spread: number;
}

/** One picture of a film: what changed with an entry, and whose it was. */
export interface Frame {
  side: string;
  delta: Delta;
}

/** The whole sheet, for a page that had an old one. Its lines take the place of any later than that moment. */
export interface Fresh {
  say: "fresh";
  sheet: Sheet;
  lines?: Line[];
}

/** The games that can be played here; `missing` says of each of the others why it cannot. `mail`: is this the */
export interface Games {
  games: Shelf[];
  missing?: string[];
  mail?: boolean;
}

/** Who can go to a hex, in this order, and who near it cannot. */
export interface Gathering {
  able: string[];
  unable: Unable[];
}

/** Where a game's tour begins: the side that it guides and the scenario, and a sentence about it. */
export interface Guide {
  side: string;
  scenario: string;
  words: string;
}

/** Is the service well? */
export interface Health {
  status: string;
  version: string;
  matches: number;
  pages: number;
}

/** Somebody said something. */
export interface Heard {
  say: "heard";
  spoken: Spoken;
}

/** The first message: which match, and the token of the seat (none: a spectator). */
export interface Hello {
  do: "hello";
  match: string;
  token?: string;
  have?: number;
}

/** A hex: where it lies on the map, what is in it, and its name if it has one. */
export interface HexInfo {
  label: string;
  x: number;
  y: number;
  terrain: string;
  name?: string;
}

/** The cards of a side: those of its hand that one may see, how many more it has, and its piles. */
export interface Holding {
  side: string;
  hand?: string[];
  backs?: number;
  piles?: Pile[];
}

/** Matches by their ids. */
export interface Ids {
  ids: string[];
}

/** A match from the text of its record. */
export interface ImportMatch {
  text: string;
  seats: Record<string, NewSeat>;
}

/** Matches, those that exist. */
export interface Infos {
  matches: MatchInfo[];
}

/** Hexes to be marked on the map, or lines to be drawn, and what they show. `owner` is a side or nation. */
export interface Layer {
  name: string;
  owner?: string;
  hexes?: string[];
  lines?: string[][];
  texts?: Record<string, string>;
}

/** The map: where its picture is, how large, and the hexes in the board's own order (runs refer to it). */
export interface Layout {
  picture: string;
  width: number;
  height: number;
  hex_size: number;
  counter_size: number;
  corners: [number, number][];
  hexes: HexInfo[];
  boxes?: HexInfo[];
}

/** A way in legs as far as it can be gone, and where the units in hand could go from its end. */
export interface Legs {
  legs: Path[];
  choices: Choice[];
}

/** A line of the log. */
export interface Line {
  moment: number;
  rule: string;
  text: string;
  kind?: string;
  side?: string;
  rolls?: Roll[];
  path?: string[];
  hexes?: string[];
  units?: string[];
  to?: number;
}

/** Lines of the log, oldest first. */
export interface LogLines {
  lines: Line[];
}

/** What a side has lost of a kind of units. */
export interface Loss {
  side: string;
  kind: string;
  number: number;
}

/** A mail file for the other side, and how it is called. */
export interface MailFile {
  name: string;
  text: string;
}

/** Offer the other side a "draw", or to "abandon" the match. */
export interface MakeOffer {
  do: "offer";
  id: number;
  kind: string;
  at: number;
}

/** A marker in a hex: the sign on it, its title, and the nation or side whose colours it has. */
export interface Marker {
  sign: string;
  title: string;
  owner: string;
}

/** What everybody may know about a match. */
export interface MatchInfo {
  id: string;
  game: string;
  title: string;
  scenario: string;
  options: Record<string, boolean | number | string>;
  status: string;
  seats: SeatInfo[];
  commitment: string;
  turn?: number;
  phase?: string;
  moment?: number;
  deciding?: string[];
  outcome?: string;
  created?: string;
  updated?: string;
  words?: string[];
  note?: string;
  branch?: BranchOf | null;
  away?: Agreed | null;
  claims?: string[];
  proposed?: Proposed | null;
  mail?: ByMail | null;
}

/** Points added to a die (or taken off, if negative), with the case and the reason. */
export interface Modifier {
  points: number;
  rule: string;
  why: string;
}

/** The colours of a nation's counters: the counter, its ink and the box of its symbol. */
export interface Nation {
  id: string;
  name: string;
  side: string;
  face: string;
  ink: string;
  box: string;
}

/** A branch, to try things out: the moment where it begins, and who sits there: oneself ("human") and bots. */
export interface NewBranch {
  at: number;
  seats: Record<string, NewSeat>;
}

/** A match by mail, of the game's first scenario and side if none is named; `ahead` throws are opened beforehand. */
export interface NewMail {
  game: string;
  side?: string;
  name?: string;
  scenario?: string;
  options?: Record<string, boolean | number | string>;
  ahead?: number;
}

/** A match to be set up, of the game's first scenario if none is named. */
export interface NewMatch {
  game: string;
  seats: Record<string, NewSeat>;
  scenario?: string;
  options?: Record<string, boolean | number | string>;
  wait?: boolean;
  away?: Agreed | null;
}

/** Who shall sit there: a human (the one who asks), a bot, or whoever gets the link. */
export interface NewSeat {
  kind: string;
  bot?: string;
  name?: string;
}

/** Keep this as the seat's private notes. */
export interface Note {
  do: "note";
  id: number;
  text: string;
}

/** A way by which a seat's player is told of his turns. `state` is "off", "waiting" (for the address to be */
export interface NoticeWay {
  way: string;
  state: string;
  address?: string;
  failed?: string;
  missing?: string;
}

/** How the player of a seat is told that it is his turn while he is away. */
export interface Notices {
  ways: NoticeWay[];
}

/** An attack before the die: strengths, every shift with its case, the column and the exact chances. */
export interface Odds {
  target: string;
  attackers: string[];
  attack: number;
  defence: number;
  odds: string;
  shifts: Shift[];
  column: string;
  chances: Chance[];
  chart?: string;
  notes?: Fact[];
  fires?: Fire[];
  variants?: Variant[];
}

/** A mail file that came, and the name of who opens it. */
export interface OpenMail {
  text: string;
  name?: string;
}

/** An optional rule: its case, what it does, the values it can have, and which others it shuts out. */
export interface Option {
  id: string;
  title: string;
  effect: string;
  default: boolean | number | string;
  values: (boolean | number | string)[];
  excludes?: string[];
  needs?: string[];
  scenarios?: string[];
}

/** A standing order: for how long its side lets windows pass ("battle", "turn", "always"), and which one that is. */
export interface Order {
  span?: string;
  key?: string;
}

/** How the game ended. */
export interface Outcome {
  winner: string;
  text: string;
  rule?: string;
  abandoned?: boolean;
}

/** Something that can be laid over the map; `of` is "unit" if it belongs to one unit. */
export interface Overlay {
  id: string;
  name: string;
  of?: string;
}

/** The way that the units in hand would go, and what it costs them in words ("3 MP of 6, in column"). */
export interface Path {
  hexes: string[];
  cost: string;
  notes?: Fact[];
}

/** A line of the sequence of play, in the book's order, for the turn track. */
export interface Phase {
  id: string;
  name: string;
  side: string;
  rule: string;
}

/** A counter: the hex or place where it is, the factors of the side that is up, the steps left, its flags. */
export type Piece = [string, string, number, string?];

/** Cards that lie together: how many, and those of them that one may look through. `open`: face up on the table. */
export interface Pile {
  id: string;
  name: string;
  count: number;
  cards?: string[];
  open?: boolean;
  rule?: string;
}

/** Are you there? */
export interface Ping {
  do: "ping";
  id?: number;
}

/** A place off the map: a pool, a cup, a track, the dead. `side` is whose units lie there, if only one's. */
export interface PlaceInfo {
  id: string;
  name: string;
  side?: string;
  rule?: string;
  dead?: boolean;
}

/** Carry out an action that was chosen on the sheet of moment `at`. */
export interface Play {
  do: "play";
  id: number;
  action: string;
  at: number;
}

/** Here. */
export interface Pong {
  say: "pong";
  id?: number;
}

/** The key and every die of a finished match, and whether they agree with the commitment. */
export interface ProofPage {
  match: string;
  commitment: string;
  key: string;
  words: string[];
  rolls: ProofRoll[];
  agrees: boolean;
  recipe: string;
}

/** A die: the entry it fell in, epoch, count, sides and number. */
export type ProofRoll = [number, number, number, number, number];

/** What a side offers the other: a "draw", or to "abandon" the match. It stands for as long as the turn lasts. */
export interface Proposal {
  kind: string;
  side: string;
}

/** Propose what to agree on for a player who stays away, in a match that runs without it. */
export interface Propose {
  do: "propose";
  id: number;
  agreed: Agreed;
}

/** What a side proposes to agree on for a player who stays away, in a match in which nothing is agreed. */
export interface Proposed {
  by: string;
  agreed: Agreed;
}

/** What a side decides now. */
export interface Question {
  side: string;
  rule: string;
  text: string;
  step: string;
  choices: Choice[];
  hand?: string[];
  focus?: string;
  warnings?: string[];
  odds?: Odds | null;
  passes?: string;
  duty?: Why | null;
}

/** What the page asked cannot be done. */
export interface Refused {
  say: "refused";
  id: number;
  why: Why;
}

/** A rollback that a side asks for: to which moment, and the lines that would be taken back. */
export interface Request {
  side: string;
  to: number;
  lines?: Line[];
}

/** Dice that fell: for whom or what, and their numbers. */
export interface Roll {
  name: string;
  dice: number[];
  column?: string;
  row?: string;
}

/** The cases and rulings of a game. */
export interface Rulebook {
  slug: string;
  title: string;
  cases: Case[];
  rulings: Ruling[];
}

/** A decision where the book is silent or contradicts itself. */
export interface Ruling {
  id: string;
  case: string;
  decision: string;
}

/** A sentence for whoever asked. */
export interface Said {
  text: string;
}

/** Say something to everybody at the table. */
export interface Say {
  do: "say";
  id: number;
  text: string;
}

/** A scenario with a sentence and how long it lasts. */
export interface Scenario {
  id: string;
  title: string;
  sentence: string;
  length: string;
}

/** A new occupant for a seat: a human for a bot, a bot for nobody. Only who holds a seat of the match may ask. */
export interface SeatChange {
  kind: string;
  bot?: string;
  name?: string;
}

/** A seat: a human's, a bot's, or open for whoever has its link. `here` says whether a page is connected to it. */
export interface SeatInfo {
  side: string;
  kind: string;
  name?: string;
  bot?: string;
  here?: boolean;
  failed?: string;
  ready?: boolean;
  absent?: boolean;
  links?: number;
}

/** A match and the tokens of its seats that are not a bot's: whoever has a token holds the seat. */
export interface Seated {
  match: MatchInfo;
  tokens: Record<string, string>;
}

/** Say yes or no to what is proposed so (as the page has shown it), or take one's own proposal back by a no. */
export interface Settle {
  do: "settle";
  id: number;
  agree: boolean;
  agreed: Agreed;
}

/** All that a side (or a spectator) is shown at a moment. */
export interface Sheet {
  moment: number;
  turn: number;
  phase: string;
  phase_name: string;
  deciding: string[];
  waiting: string;
  facts: Fact[];
  standing: Fact[];
  units: Record<string, Piece>;
  markers: Record<string, Marker[]>;
  control: Record<string, string>;
  side?: string | null;
  tracks?: Track[];
  spans?: Record<string, string>;
  cards?: Holding[];
  question?: Question | null;
  undo?: number[];
  request?: Request | null;
  offer?: Proposal | null;
  outcome?: Outcome | null;
  note?: string;
}

/** A game on the start page. */
export interface Shelf {
  slug: string;
  title: string;
  blurb: string;
  picture: string;
  length: string;
  sides: SideInfo[];
  scenarios: Scenario[];
  options: Option[];
  bots: BotInfo[];
  guide?: Guide | null;
}

/** Columns to the right (or left, if negative), with the case and the reason. */
export interface Shift {
  columns: number;
  rule: string;
  why: string;
}

/** A side: its id, its name in a sentence ("the Allies") and as an adjective ("Allied"). */
export interface SideInfo {
  id: string;
  name: string;
  adjective: string;
}

/** Sit down at a waiting match: a name, and words that stir the dice. */
export interface Sit {
  do: "sit";
  id: number;
  name?: string;
  words?: string;
}

/** The time that a side has used, and in how many entries. */
export interface Spent {
  side: string;
  seconds: number;
  entries: number;
}

/** Something that somebody said at the table. */
export interface Spoken {
  number: number;
  name: string;
  text: string;
  created: string;
  side?: string;
}

/** Let windows pass for a span of the sheet ("battle", "turn"), until further notice ("always"), or no more (""). */
export interface Stand {
  do: "stand";
  id: number;
  span?: string;
}

/** What this page's own side lets pass from now on. */
export interface Standing {
  say: "standing";
  order: Order;
}

/** Who sits where, or how the match stands, has changed. */
export interface Table {
  say: "table";
  match: MatchInfo;
}

/** A match as text; `whole` is false where it is only what one side saw. */
export interface TextForm {
  text: string;
  whole: boolean;
}

/** A bot has begun (or ceased) to think for a side. */
export interface Thinking {
  say: "thinking";
  side: string;
  on: boolean;
}

/** A die of battle: at which moment it fell, for whom, what it brought, and what was to be expected. */
export interface Throw {
  moment: number;
  turn: number;
  side: string;
  text: string;
  got: number;
  expected: number;
}

/** A seat's new token. */
export interface Token {
  side: string;
  token: string;
}

/** The answer to an inquiry; one of them is filled. */
export interface Told {
  say: "told";
  id: number;
  why?: Why[] | null;
  path?: Path | null;
  odds?: Odds | null;
  layers?: Layer[] | null;
  gathering?: Gathering | null;
  approaches?: Approach[] | null;
  legs?: Legs | null;
}

/** A tour of the first turn of a scenario for one side, which ends with an attack of its own. */
export interface Tour {
  side: string;
  scenario: string;
  words: string;
  order: string[];
  steps: TourStep[];
}

/** A card of a tour: what to do, why, and how the page sees that it was done. */
export interface TourStep {
  title: string;
  task: string;
  why: string;
  cases: string[];
  touch?: string;
  asked?: string[];
  signs?: string[];
  light?: string[];
  where?: string[];
  among?: string[][];
  tells?: boolean;
}

/** A numbered track of the game with the markers on it, such as Movement Allowances. */
export interface Track {
  name: string;
  rule: string;
  first: number;
  last: number;
  marks: TrackMark[];
}

/** A marker on a numbered track: what is written on it, its name, its number, and whose colours it has. */
export interface TrackMark {
  sign: string;
  name: string;
  at: number;
  owner?: string;
}

/** Why a request was refused, and what to do. */
export interface Trouble {
  error: string;
  rule?: string;
}

/** A box of the turn track. */
export interface TurnInfo {
  number: number;
  name: string;
  note?: string;
}

/** A unit that cannot do what was asked, and the reason. */
export interface Unable {
  unit: string;
  why: Why;
}

/** Go back to a moment of the sheet's `undo`. */
export interface Undo {
  do: "undo";
  id: number;
  to: number;
  at: number;
}

/** Another way to make the same attack, such as pressing it: its name, its case and its chances. */
export interface Variant {
  name: string;
  rule: string;
  chances: Chance[];
}

/** A verb of the game's actions. */
export interface VerbInfo {
  verb: string;
  noun: string;
  label: string;
  preview?: string;
  together?: string;
  main?: boolean;
  series?: string;
  lifts?: boolean;
  adds?: boolean;
}

/** Where to be told of one's turns; without an address one is told no more. */
export interface WantedNotice {
  way: string;
  address?: string;
}

/** For how long to let windows pass: a span of the sheet, "always", or "" to be asked again. */
export interface WantedOrder {
  span?: string;
}

/** The answer to hello: the match, the seat, the sheet and the log. `sheet` is missing while it is waiting. */
export interface Welcome {
  say: "welcome";
  match: MatchInfo;
  side: string | null;
  sheet?: Sheet | null;
  log?: Line[];
  chat?: Spoken[];
  notes?: string;
  order?: Order | null;
  mark?: number;
}

/** Why something cannot be done: the reason and the case. */
export interface Why {
  text: string;
  rule?: string;
  verb?: string;
}

/** Take one's own offer back. */
export interface Withdraw {
  do: "withdraw";
  id: number;
  at: number;
}

export type FromPage = Hello | Play | Undo | AskRollback | AnswerRollback | Concede | MakeOffer | AnswerOffer | Withdraw | Claim | Propose | Settle | Sit | Begin | AskWhy | AskPath | AskOdds | AskApproach | AskOverlay | AskGathering | AskLegs | Say | Note | Stand | Ping;

export type ToPage = Welcome | Changed | Fresh | Refused | Done | Told | Table | Heard | Thinking | Standing | Broken | Pong;
