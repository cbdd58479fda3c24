const message = document.getElementById("message");
if (message) message.textContent = "This page opens from the add-in in Word, Excel or PowerPoint.";
