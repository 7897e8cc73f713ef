import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/parts.css";
import "./style/page.css";
import { effect, untracked } from "@preact/signals";
import { Component, type ComponentChildren, type ComponentType, type JSX, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { takeAddress } from "./live/seats";
import { openTables } from "./live/table";
import { announce } from "./live/herald";
import { tableTitle } from "./live/title";
import { Button } from "./parts/Button";
import { showIcon } from "./parts/icon";
import { Loading, Toasts } from "./parts/Notice";
import { PageHead } from "./parts/PageHead";
import { go, type Route, route } from "./parts/route";
import { followTheme } from "./parts/Theme";

/** A page whose code is fetched when it is first wanted. */
function Later<Props extends object>({
  fetcher,
  what,
  props,
}: {
  fetcher: () => Promise<ComponentType<Props>>;
  what: string;
  props: Props;
}): JSX.Element {
  const [found, setFound] = useState<{ Page: ComponentType<Props> } | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    fetcher().then(
      (Page) => setFound({ Page }),
      () => setFailed(true),
    );
  }, []);
  if (found) return <found.Page {...props} />;
  if (failed) return <Trouble text="A part of the page could not be fetched. Check the connection, then load the page again." />;
  return <Loading what={what} />;
}

const tablePage = () => import("./table/TablePage").then((module) => module.TablePage);
const startPage = () => import("./start/StartPage").then((module) => module.StartPage);
const proofPage = () => import("./proof/ProofPage").then((module) => module.ProofPage);
const linkPage = () => import("./notices/LinkPage").then((module) => module.LinkPage);
const statisticsPage = () => import("./statistics/StatisticsPage").then((module) => module.StatisticsPage);
const rulesPage = () => import("./rules/RulesPage").then((module) => module.RulesPage);

function Page({ at }: { at: Route }): JSX.Element {
  switch (at.page) {
    case "start":
      return <Later key="start" fetcher={startPage} what="Opening the shelf…" props={{ game: at.game, again: at.again }} />;
    case "table":
      return <Later key={`table ${at.match}`} fetcher={tablePage} what="Setting the table…" props={{ match: at.match }} />;
    case "proof":
      return <Later key={`proof ${at.match}`} fetcher={proofPage} what="Fetching the proof…" props={{ match: at.match }} />;
    case "statistics":
      return <Later key={`statistics ${at.match}`} fetcher={statisticsPage} what="Counting…" props={{ match: at.match }} />;
    case "rules":
      return (
        <Later key={`rules ${at.slug}`} fetcher={rulesPage} what="Opening the rules…" props={{ slug: at.slug, open: at.case }} />
      );
    case "notices":
      return <Later key={`notices ${at.what}`} fetcher={linkPage} what="Opening the link…" props={{ what: at.what, query: at.query }} />;
    case "unknown":
      return <Trouble text={`There is no page at ${at.path}.`} again={false} />;
  }
}

function Trouble({ text, detail, again = true }: { text: string; detail?: string; again?: boolean }): JSX.Element {
  return (
    <div class="page">
      <PageHead />
      <main class="page-main" id="main">
        <h1>{again ? "Something went wrong" : "Nothing here"}</h1>
        <p>{text}</p>
        <div class="row">
          {again ? (
            <Button look="primary" onClick={() => location.reload()}>
              Load the page again
            </Button>
          ) : null}
          <Button onClick={() => (again ? location.assign("/") : go("/"))}>To the start page</Button>
        </div>
        {detail ? (
          <details>
            <summary>What the page was told</summary>
            <code class="hash">{detail}</code>
          </details>
        ) : null}
      </main>
    </div>
  );
}

/** Keeps a fault in one page from leaving an empty window. */
class Guard extends Component<{ children: ComponentChildren; at: Route }, { fault: string }> {
  override state = { fault: "" };

  static override getDerivedStateFromError(error: unknown): { fault: string } {
    return { fault: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override componentDidUpdate(before: { at: Route }): void {
    if (this.state.fault && before.at !== this.props.at) this.setState({ fault: "" });
  }

  override render(): ComponentChildren {
    if (!this.state.fault) return this.props.children;
    return (
      <Trouble
        text="The page has a fault. Your match is safe: everything that was acknowledged is stored at the table. Load the page again to go on."
        detail={this.state.fault}
      />
    );
  }
}

function App(): JSX.Element {
  const at = route.value;
  return (
    <>
      <Guard at={at}>
        <Page at={at} />
      </Guard>
      <Toasts />
    </>
  );
}

takeAddress();
// A seat's link pasted over the address of an open match changes who sits here: begin anew.
window.addEventListener("hashchange", () => takeAddress() && location.reload());
followTheme();
effect(() => {
  const title = route.value.page === "table" ? tableTitle(openTables.value) : "";
  if (title) document.title = title;
  showIcon(title.startsWith("●"));
  untracked(() => announce(title));
});
// A table's code is fetched while the page is set up. Whoever reads the start page will soon sit at one: it may come meanwhile.
if (route.value.page === "table") void tablePage().catch(() => undefined);
if (route.value.page === "start") setTimeout(() => void tablePage().catch(() => undefined), 1500);
const root = document.getElementById("app");
if (root) render(<App />, root);
