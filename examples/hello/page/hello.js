const answer = await drawbridge.invoke("greet", { name: "Ada" });
document.querySelector("output").textContent = answer;
