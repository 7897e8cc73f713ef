import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { Button } from "../parts/Button";
import { CaseLink } from "../parts/CaseLink";
import type { Option, Shelf } from "../wire";
import { type Draft, isSwitch, optionGroups, shutOutBy, type Value, valueOf, valueWords, withOption } from "./setup";

/** The optional rules of a game in groups, each with its case and what it does. */
export function OptionsPart({ shelf, draft, onChange }: { shelf: Shelf; draft: Draft; onChange(draft: Draft): void }): JSX.Element {
  const changed = Object.keys(draft.options).length;
  return (
    <>
      {optionGroups(shelf.options).map((group) => {
        const here = group.options.filter((option) => option.id in draft.options).length;
        return (
          <details class="options" key={group.title}>
            <summary>
              <span class="options-title">{group.title}</span>
              <span class="options-count">
                {here ? `${here} of ${group.options.length} changed` : `${group.options.length}, all as usual`}
              </span>
            </summary>
            <ul>
              {group.options.map((option) => (
                <OptionPart key={option.id} shelf={shelf} option={option} draft={draft} onChange={onChange} />
              ))}
            </ul>
          </details>
        );
      })}
      {changed ? (
        <div class="row options-reset">
          <Button small look="quiet" onClick={() => onChange({ ...draft, options: {} })}>
            Back to the usual rules
          </Button>
        </div>
      ) : null}
    </>
  );
}

function OptionPart({
  shelf,
  option,
  draft,
  onChange,
}: {
  shelf: Shelf;
  option: Option;
  draft: Draft;
  onChange(draft: Draft): void;
}): JSX.Element {
  const id = useId();
  const value = valueOf(draft, option);
  const shut = shutOutBy(shelf, draft, option);
  const set = (next: Value) => onChange(withOption(draft, option, next));
  const effect = (
    <>
      <span id={`${id}-effect`}>{option.effect}</span>
      {shut ? (
        <span class="option-shut">
          {" "}
          Not together with {shut.id} {shut.title}.
        </span>
      ) : null}
    </>
  );
  return (
    <li class={shut ? "option option-off" : "option"}>
      {isSwitch(option) ? (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          disabled={shut !== null}
          aria-describedby={`${id}-effect`}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      ) : null}
      <div class="option-text">
        <div class="option-head">
          <label for={id}>{option.title}</label> <CaseLink case={option.id} />
          {option.default === true ? <span class="hint option-usual">usually on</span> : null}
        </div>
        {isSwitch(option) ? null : (
          <select
            id={id}
            value={String(option.values.indexOf(value))}
            disabled={shut !== null}
            aria-describedby={`${id}-effect`}
            onChange={(event) => set(option.values[Number(event.currentTarget.value)] ?? option.default)}
          >
            {option.values.map((one, place) => (
              <option key={String(one)} value={String(place)}>
                {valueWords(one)}
                {one === option.default ? " (usual)" : ""}
              </option>
            ))}
          </select>
        )}
        <p class="hint">{effect}</p>
      </div>
    </li>
  );
}
