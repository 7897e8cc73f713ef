// The slider of the maps, and everything unfolded for the printer. Without this the page only lacks the large map.
document.documentElement.classList.add("script");
for (const atlas of document.querySelectorAll(".atlas")) {
  const slider = atlas.querySelector("input");
  const small = [...atlas.querySelectorAll(".small-maps figure")];
  const big = atlas.querySelector(".big svg");
  const output = atlas.querySelector("output");
  const button = atlas.querySelector("button");
  let playing = 0;
  const stop = () => {
    clearInterval(playing);
    playing = 0;
    button.textContent = "Play";
  };
  const show = (number) => {
    const chosen = small[number];
    slider.value = number;
    big.querySelector("use").setAttribute("href", "#" + chosen.querySelector("svg > g").id);
    big.setAttribute("aria-label", chosen.querySelector("svg").getAttribute("aria-label"));
    output.textContent = chosen.querySelector("figcaption").textContent;
    slider.setAttribute("aria-valuetext", output.textContent);
    small.forEach((one) => one.classList.toggle("shown", one === chosen));
  };
  slider.addEventListener("input", () => {
    stop();
    show(+slider.value);
  });
  small.forEach((one, number) =>
    one.addEventListener("click", () => {
      stop();
      show(number);
      atlas.querySelector(".big").scrollIntoView({ block: "start" });
    }),
  );
  button.addEventListener("click", () => {
    if (playing) return stop();
    button.textContent = "Stop";
    show(+slider.value + 1 < small.length ? +slider.value + 1 : 0);
    playing = setInterval(() => {
      if (+slider.value + 1 < small.length) show(+slider.value + 1);
      else stop();
    }, 900);
  });
  show(+slider.value);
}
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => (one.open = true)));
